import { IdTable } from '../readers/id-table.ts';
import { PagedNumbers } from '../readers/paged-numbers.ts';

/** Which run each step of a thread stands in, by the step's id. */
export class StepRuns {
  readonly #ids = new IdTable();
  readonly #runs = new PagedNumbers('int');

  set(stepId: string, run: number): void {
    this.#runs.set(this.#ids.add(stepId), run);
  }

  get(stepId: string): number | null {
    const id = this.#ids.find(stepId);
    return id === null ? null : this.#runs.at(id);
  }
}
