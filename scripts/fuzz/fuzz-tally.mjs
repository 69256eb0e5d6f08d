/** What became of the inputs of a run. */
export class FuzzTally {
  #inputs = 0;
  /** @type {Map<string, number>} */
  #outcomes = new Map();
  /** Every file that inputs were made from, and whether one of them failed. @type {Map<string, boolean>} */
  #files = new Map();

  /** @param {import('./run-workers.mjs').FuzzFinding} finding */
  add({ file, outcome, failures }) {
    this.#inputs += 1;
    this.#outcomes.set(outcome, (this.#outcomes.get(outcome) ?? 0) + 1);
    this.#files.set(file, this.#files.get(file) === true || failures.length > 0);
  }

  /** Files that no input of failed. */
  get passed() {
    return this.#files.size - this.failed;
  }

  get failed() {
    return [...this.#files.values()].filter(Boolean).length;
  }

  sentence() {
    const [read, refused, unknown] = ['read', 'refused', 'unknown'].map(
      (name) => this.#outcomes.get(name) ?? 0,
    );
    return `${this.#inputs} inputs: ${read} read, ${refused} refused, ${unknown} of no format`;
  }
}
