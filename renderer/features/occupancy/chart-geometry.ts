import { SOURCES } from '../../../core/replay/index.ts';
import type { OccupancyView } from '../../selectors/occupancy-view.ts';

/** The plot in pixels; y grows downwards, from `top` to `bottom`. */
export interface PlotArea {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

export interface ChartScale {
  readonly area: PlotArea;
  /** Tokens at the top. */
  readonly maxTokens: number;
  /** Steps along x: the calls, and one for what came after the last of them. */
  readonly slots: number;
}

const NICE = [1, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10];

/** The next round number that is not smaller. */
export function niceAbove(value: number): number {
  if (value <= 0) return 1;
  const power = 10 ** Math.floor(Math.log10(value));
  return (NICE.find((factor) => factor * power >= value) ?? 10) * power;
}

/** How far a knob moves at once on a scale: about a hundredth of it, and round. */
export function knobStep(maxTokens: number): number {
  return Math.max(1, niceAbove(maxTokens / 250));
}

/**
 * The scale holds everything that was or would be sent. The limit is on it when that doesn't squeeze the
 * rest flat.
 */
export function maxTokensOf(peakTokens: number, contextWindow: number | null): number {
  const needed = Math.max(peakTokens * 1.15, 100);
  if (contextWindow !== null && contextWindow <= needed * 2.5) return Math.max(needed, contextWindow * 1.08);
  return niceAbove(needed);
}

export function xOf(scale: ChartScale, slot: number): number {
  return scale.area.left + (slot / Math.max(1, scale.slots)) * scale.area.width;
}

export function yOf(scale: ChartScale, tokens: number): number {
  const share = Math.min(1, Math.max(0, tokens / scale.maxTokens));
  return scale.area.top + (1 - share) * scale.area.height;
}

export function tokensAt(scale: ChartScale, y: number): number {
  return ((scale.area.top + scale.area.height - y) / scale.area.height) * scale.maxTokens;
}

/** The call under a place on the x axis, kept inside the thread. */
export function callAt(scale: ChartScale, callCount: number, x: number): number {
  const slot = Math.floor(((x - scale.area.left) / scale.area.width) * scale.slots);
  return Math.min(callCount - 1, Math.max(0, slot));
}

export interface ChartPaths {
  readonly area: string;
  /** Calls whose prompt a provider reported. */
  readonly measured: string;
  /** Calls whose prompt is adjusted or estimated; a subpath of its own each. */
  readonly estimated: string;
  /** What came after the last call; empty when nothing did. */
  readonly tail: string;
}

const MEASURED = SOURCES.indexOf('measured');

/**
 * The steps as SVG paths. With more calls than pixels each column of pixels is drawn once, from its
 * lowest to its highest value, so that a long thread costs no more than the width of the window.
 */
export function chartPaths(view: OccupancyView, scale: ChartScale): ChartPaths {
  const pen = new StepPen(scale);
  const folds = new Set(view.foldCalls);
  const perColumn = scale.slots / Math.max(1, scale.area.width);
  if (perColumn <= 1) {
    for (let call = 0; call < view.callCount; call += 1) {
      const isMeasured = view.source[call] === MEASURED;
      // A fold shows what made it fire, then what it left.
      if (folds.has(call)) pen.to(call, view.before[call] ?? 0, isMeasured);
      pen.to(call, view.level[call] ?? 0, isMeasured);
      pen.to(call + 1, view.level[call] ?? 0, isMeasured);
    }
  } else drawColumns(view, pen, perColumn);
  const end = yOf(scale, view.now.totalTokens);
  const last = xOf(scale, view.callCount);
  const right = xOf(scale, scale.slots);
  if (right - last < 0.5 && view.callCount > 0) return { ...pen.paths(''), tail: '' };
  const beyond = `V${round(end)}H${round(right)}`;
  const tail = `M${round(last)} ${round(pen.lastY ?? end)}${beyond}`;
  return { ...pen.paths(beyond), tail };
}

function drawColumns(view: OccupancyView, pen: StepPen, perColumn: number): void {
  for (let from = 0; from < view.callCount;) {
    const to = Math.min(view.callCount, Math.max(from + 1, Math.ceil(from + perColumn)));
    let lowest = Infinity;
    let highest = -Infinity;
    let measured = 0;
    for (let call = from; call < to; call += 1) {
      const level = view.level[call] ?? 0;
      lowest = Math.min(lowest, level);
      highest = Math.max(highest, view.before[call] ?? 0, level);
      if (view.source[call] === MEASURED) measured += 1;
    }
    const isMeasured = measured * 2 >= to - from;
    pen.to(from, view.level[from] ?? 0, isMeasured);
    pen.to(from, highest, isMeasured);
    pen.to(from, lowest, isMeasured);
    pen.to(to, view.level[to - 1] ?? 0, isMeasured);
    from = to;
  }
}

class StepPen {
  readonly #scale: ChartScale;
  readonly #parts = { area: [] as string[], measured: [] as string[], estimated: [] as string[] };
  #last: { readonly x: number; readonly y: number; readonly isMeasured: boolean } | null = null;

  constructor(scale: ChartScale) {
    this.#scale = scale;
  }

  get lastY(): number | null {
    return this.#last?.y ?? null;
  }

  to(slot: number, tokens: number, isMeasured: boolean): void {
    const x = round(xOf(this.#scale, slot));
    const y = round(yOf(this.#scale, tokens));
    const stroke = isMeasured ? this.#parts.measured : this.#parts.estimated;
    if (this.#last === null) {
      this.#parts.area.push(`M${x} ${this.#baseline}L${x} ${y}`);
      stroke.push(`M${x} ${y}`);
    } else {
      // Where the kind changes, the new line begins at the end of the old one: no hole between them.
      if (this.#last.isMeasured !== isMeasured) stroke.push(`M${this.#last.x} ${this.#last.y}`);
      this.#parts.area.push(`L${x} ${y}`);
      stroke.push(`L${x} ${y}`);
    }
    this.#last = { x, y, isMeasured };
  }

  /** `beyond`: what the area goes on with after the last step. */
  paths(beyond: string): Omit<ChartPaths, 'tail'> {
    const { area, measured, estimated } = this.#parts;
    const close = this.#last === null ? '' : `${beyond}V${this.#baseline}Z`;
    return { area: area.join('') + close, measured: measured.join(''), estimated: estimated.join('') };
  }

  get #baseline(): number {
    return round(this.#scale.area.top + this.#scale.area.height);
  }
}

/** Half pixels are sharp on every display. */
function round(value: number): number {
  return Math.round(value * 2) / 2;
}

/** Marks that would touch are left out, the last always stays. @returns Indexes into `xs`. */
export function spacedOut(xs: readonly number[], gap: number): readonly number[] {
  const kept: number[] = [];
  let next = Infinity;
  for (let index = xs.length - 1; index >= 0; index -= 1) {
    const x = xs[index] ?? 0;
    if (next - x < gap) continue;
    kept.push(index);
    next = x;
  }
  return kept.reverse();
}
