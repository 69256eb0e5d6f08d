import type {
  LabEvents,
  LabRequests,
  PriceView,
  Result,
  SweepOutcome,
  SweepRequest,
  SweepSpread,
} from '../../core/contract.ts';

/** Requests of the window that the lab worker answers as they are. */
export type LabChannel = Exclude<Extract<keyof LabRequests, `lab:${string}`>, 'lab:sweep' | 'lab:spread'>;

/** What the main process knows and the window's question leaves out. */
export interface SweepBasis {
  readonly prices: PriceView['table'];
  /** Tokens; for threads whose model's window isn't known. */
  readonly defaultContextWindow: number | null;
}

export interface SweepCall extends SweepRequest, SweepBasis {
  readonly jobId: string;
  /** Set to 1 to cancel. */
  readonly cancelFlag: SharedArrayBuffer;
}

export type SpreadCall = Parameters<LabRequests['lab:spread']>[0] & SweepBasis;

/** Calls of the lab worker. */
export type LabCalls = Pick<LabRequests, LabChannel> & {
  readonly 'lab:run-sweep': (call: SweepCall) => SweepOutcome;
  readonly 'lab:run-spread': (call: SpreadCall) => SweepSpread | null;
  readonly 'worker:close': (argument: null) => null;
};

export type LabWorkerEvent =
  | { readonly name: 'lab:progress'; readonly payload: LabEvents['lab:progress'] }
  | { readonly name: 'lab:rows'; readonly payload: LabEvents['lab:rows'] };

export type MessageFromLab =
  | { readonly kind: 'answer'; readonly id: number; readonly result: Result<never> }
  | { readonly kind: 'lab'; readonly event: LabWorkerEvent };
