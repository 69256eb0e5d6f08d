import { z } from 'zod';
import type { WorkspaceStart } from './worker-messages.ts';

const workspaceStart = z.object({
  workspacePath: z.string(),
  defaultContextWindow: z.number().nullable(),
});

/** What a worker is started with, which arrives without a type. */
export function parseWorkspaceStart(value: unknown): WorkspaceStart {
  return workspaceStart.parse(value);
}
