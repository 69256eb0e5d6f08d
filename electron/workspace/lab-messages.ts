import type { LabEvents, LabRequests, PriceView, SweepOutcome, SweepRequest } from '../../core/contract.ts';
import type { Result } from '../../core/contract.ts';

/** Requests of the window that the lab worker answers as they are. */
export type LabChannel = Exclude<Extract<keyof LabRequests, `lab:${string}`>, 'lab:sweep'>;

export interface SweepCall extends SweepRequest {
  readonly jobId: string;
  readonly prices: PriceView['table'];
  /** Tokens; for threads whose model's window isn't known. */
  readonly defaultContextWindow: number | null;
  /** Set to 1 to cancel. */
  readonly cancelFlag: SharedArrayBuffer;
}

/** Calls of the lab worker. */
export type LabCalls = Pick<LabRequests, LabChannel> & {
  readonly 'lab:run-sweep': (call: SweepCall) => SweepOutcome;
  readonly 'worker:close': (argument: null) => null;
};

export type LabWorkerEvent =
  | { readonly name: 'lab:progress'; readonly payload: LabEvents['lab:progress'] }
  | { readonly name: 'lab:rows'; readonly payload: LabEvents['lab:rows'] };

export type MessageFromLab =
  | { readonly kind: 'answer'; readonly id: number; readonly result: Result<never> }
  | { readonly kind: 'lab'; readonly event: LabWorkerEvent };
