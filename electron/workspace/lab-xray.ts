import type { InspectorRequests, XrayPart, XrayReport } from '../../core/contract.ts';
import type { ContentPart, InputItem } from '../../core/domain/input-item.ts';
import { estimateTextTokens } from '../../core/domain/token-estimate.ts';
import { messageText } from '../../core/inspect/message-text.ts';
import { buildSummaryRequest, SUMMARY_PREAMBLE } from '../../core/summarizers/summary-input.ts';
import { experimentOf } from './experiment-rows.ts';
import { coveredMessages } from './lab-alignment.ts';
import { appliedBoundary, resolveView } from './model-view.ts';
import { threadOf } from './open-thread.ts';
import type { WorkspaceContext } from './workspace-context.ts';

const SHOWN_CHARACTERS = 4_000;

type Query = Parameters<InspectorRequests['lab:xray']>[0];
type Piece = Pick<XrayPart, 'label' | 'text' | 'reached' | 'why'>;

/**
 * The covered runs, piece by piece, each with whether the summarizer was sent it. The summarizer of a policy
 * reads the runs from the thread's first on, as an experiment does; that of a stored summary of a summary was
 * sent the earlier one and the runs behind it.
 */
export function xrayReport(context: WorkspaceContext, query: Query): XrayReport {
  const thread = threadOf(context.reader, query.thread);
  const view = resolveView(context, thread, query.view);
  const settings = settingsOf(context, query);
  const earlier = query.view.kind === 'stored' ? (appliedBoundary(context, thread)?.earlier ?? null) : null;
  const messages = coveredMessages(context, query.thread, view.coveredRuns, earlier?.coveredRuns ?? 0);
  const earlierMessage = earlier?.boundary.message ?? null;
  const parts = messages.flatMap(({ run, message, content }) =>
    content.items
      .flatMap((item) => piecesOf(item, settings.includeToolArguments))
      .map((piece) => ({ run, message, ...piece })),
  );
  const request = buildSummaryRequest(
    settings.instruction,
    [...(earlierMessage === null ? [] : [earlierMessage]), ...messages.map(({ content }) => content)],
    { includeToolArguments: settings.includeToolArguments },
  );
  return {
    instruction: settings.instruction,
    preamble: SUMMARY_PREAMBLE,
    earlierSummary:
      earlier === null
        ? null
        : {
            coveredRuns: earlier.coveredRuns,
            text: earlierMessage === null ? null : messageText(earlierMessage),
          },
    requestCharacters: request.input.length,
    parts: parts.slice(query.from, query.from + query.count).map(cut),
    totalParts: parts.length,
    reachedParts: parts.filter(({ reached }) => reached).length,
    estimatedTokens: estimateTextTokens(request.instruction) + estimateTextTokens(request.input),
    isModelled: query.view.kind !== 'experiment',
  };
}

/** An experiment's request was made with its own settings. */
function settingsOf(
  context: WorkspaceContext,
  query: Query,
): { readonly instruction: string; readonly includeToolArguments: boolean } {
  if (query.view.kind !== 'experiment') return query;
  const record = experimentOf(context.db, query.view.experiment);
  return {
    instruction: record.instruction ?? '',
    includeToolArguments: record.include_tool_arguments === 1,
  };
}

function cut(part: Omit<XrayPart, 'cutFrom'>): XrayPart {
  return part.text.length <= SHOWN_CHARACTERS
    ? { ...part, cutFrom: null }
    : { ...part, text: part.text.slice(0, SHOWN_CHARACTERS).toWellFormed(), cutFrom: part.text.length };
}

function piecesOf(item: InputItem, includeToolArguments: boolean): readonly Piece[] {
  switch (item.type) {
    case 'message':
      return contentPieces(item.role, item.content);
    case 'function_call':
      return [
        reached('tool call', item.name),
        includeToolArguments
          ? reached('arguments', item.arguments)
          : missed('arguments', item.arguments, 'tool arguments are left out'),
      ];
    case 'function_call_output':
      return contentPieces('tool result', item.output);
    case 'reasoning':
      return [
        missed(
          'reasoning',
          item.summary.map(({ text }) => text).join('\n') || '(encrypted)',
          'reasoning is left out',
        ),
      ];
    case 'code_interpreter_call':
      return [missed('code interpreter', item.code, 'this kind of item has no line in the request')];
    case 'web_search_call':
      return [missed('web search', '', 'this kind of item has no line in the request')];
    case 'image_generation_call':
      return [missed('image generation', '', 'images are left out')];
    case 'unknown':
      return [missed(typeOf(item.raw['type']), '', 'this kind of item has no line in the request')];
  }
}

function contentPieces(label: string, content: string | readonly ContentPart[]): readonly Piece[] {
  if (typeof content === 'string') return [reached(label, content)];
  return content.map((part) => {
    switch (part.type) {
      case 'input_text':
      case 'output_text':
        return reached(label, part.text);
      case 'input_image':
        return missed(`${label}: image`, 'image', 'images are left out');
      case 'input_file':
        return missed(`${label}: file`, part.filename ?? 'file', 'files are left out');
      case 'unknown':
        return missed(
          `${label}: ${typeOf(part.raw['type'])}`,
          '',
          'this kind of part has no line in the request',
        );
    }
  });
}

function typeOf(type: unknown): string {
  return typeof type === 'string' ? type : 'unknown item';
}

const reached = (label: string, text: string): Piece => ({ label, text, reached: true, why: '' });
const missed = (label: string, text: string, why: string): Piece => ({ label, text, reached: false, why });
