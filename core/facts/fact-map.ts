import type { FactClass } from './fact.ts';

interface Form {
  readonly factClass: FactClass;
  readonly normal: string;
}

/** A value per distinct fact. One map per class: no key has to be built for a look-up. */
export class FactMap<T> {
  readonly #maps = new Map<FactClass, Map<string, T>>();

  get({ factClass, normal }: Form): T | undefined {
    return this.#maps.get(factClass)?.get(normal);
  }

  set({ factClass, normal }: Form, value: T): void {
    const map = this.#maps.get(factClass);
    if (map === undefined) this.#maps.set(factClass, new Map([[normal, value]]));
    else map.set(normal, value);
  }
}
