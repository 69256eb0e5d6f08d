import { useId, type ReactElement } from 'react';
import { Button } from '../../components/Button.tsx';
import { Select } from '../../components/Select.tsx';
import { usePolicyStore, type Instruction } from '../../stores/policy-store.ts';
import { toastActions } from '../../stores/toast-store.ts';
import { INSTRUCTION_PRESETS } from './instruction-presets.ts';
import { Knob } from './Knob.tsx';

const DEFINITION =
  'What the summarizer model is told. Without an instruction the LLM summarizer does nothing.';
const EDITED = 'edited';

/** The instruction with its presets and the versions the person saved. */
export function InstructionKnob(): ReactElement {
  const text = usePolicyStore((state) => state.knobs.instruction);
  const saved = usePolicyStore((state) => state.savedInstructions);
  const { turnKnob, saveInstruction, removeInstruction } = usePolicyStore((state) => state.actions);
  const fieldId = useId();
  const all = [...saved, ...INSTRUCTION_PRESETS];
  const current = all.find((instruction) => instruction.text === text);
  const isSaved = current !== undefined && saved.includes(current);

  const save = (): void => {
    const version: Instruction = { id: crypto.randomUUID(), name: versionName(saved, text), text };
    saveInstruction(version);
    toastActions().say(`Saved as "${version.name}"`);
  };
  const remove = (instruction: Instruction): void => {
    removeInstruction(instruction.id);
    toastActions().say(`"${instruction.name}" removed`, () => {
      saveInstruction(instruction);
    });
  };

  return (
    <Knob
      name="Instruction"
      definition={DEFINITION}
      value={
        <Select
          label="Instruction version"
          value={current?.id ?? EDITED}
          options={[
            ...(current === undefined ? [{ value: EDITED, label: 'Edited' }] : []),
            ...all.map(({ id, name }) => ({ value: id, label: name })),
          ]}
          onChange={(id) => {
            const chosen = all.find((instruction) => instruction.id === id);
            if (chosen !== undefined) turnKnob('instruction', chosen.text);
          }}
          className="max-w-45 min-w-0"
        />
      }
    >
      <label htmlFor={fieldId} className="sr-only">
        Instruction
      </label>
      <textarea
        id={fieldId}
        rows={4}
        maxLength={20_000}
        value={text}
        placeholder="Without an instruction the summarizer does nothing."
        onChange={(event) => {
          turnKnob('instruction', event.target.value);
        }}
        className="min-h-18 resize-y rounded-control border border-line-strong bg-surface-2 px-2.5 py-2 text-sm text-text select-text placeholder:text-muted hover:border-faint"
      />
      {isSaved ? (
        <Button
          variant="quiet"
          size="small"
          className="self-end"
          onClick={() => {
            remove(current);
          }}
        >
          Remove version
        </Button>
      ) : null}
      {current === undefined && text.trim() !== '' ? (
        <Button variant="quiet" size="small" className="self-end" onClick={save}>
          Save version
        </Button>
      ) : null}
    </Knob>
  );
}

/** `v3 · first words`: the number goes on from the highest there is. */
function versionName(saved: readonly Instruction[], text: string): string {
  const numbers = saved.map(({ name }) => Number(/^v(\d+)/.exec(name)?.[1] ?? 0));
  const words = text.trim().replace(/\s+/g, ' ');
  return `v${Math.max(0, ...numbers) + 1} · ${words.length > 28 ? `${words.slice(0, 27)}…` : words}`;
}
