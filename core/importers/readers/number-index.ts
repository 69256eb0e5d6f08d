import { PagedNumbers } from './paged-numbers.ts';

const FIRST_PLACES = 64;

/** Numbers numbers from 0 in the order they come, each once: marks of texts, of which a file has a million. */
export class NumberIndex {
  readonly #keys = new PagedNumbers('double');
  /** By a sum of the key: number + 1, else 0. */
  #places = new Int32Array(FIRST_PLACES);

  /** The number of a key: the one it has, else the next. */
  add(key: number): number {
    const place = this.#placeOf(key);
    const found = (this.#places[place] ?? 0) - 1;
    if (found >= 0) return found;
    const number = this.#keys.push(key);
    this.#places[place] = number + 1;
    if (this.#keys.length * 3 > this.#places.length * 2) this.#grow();
    return number;
  }

  /** The number of a key; -1 for one that was never added. */
  find(key: number): number {
    return (this.#places[this.#placeOf(key)] ?? 0) - 1;
  }

  #placeOf(key: number): number {
    const last = this.#places.length - 1;
    let place = sumOf(key) & last;
    for (;;) {
      const taken = this.#places[place] ?? 0;
      if (taken === 0 || this.#keys.at(taken - 1) === key) return place;
      place = (place + 1) & last;
    }
  }

  #grow(): void {
    this.#places = new Int32Array(this.#places.length * 2);
    for (let number = 0; number < this.#keys.length; number += 1) {
      this.#places[this.#placeOf(this.#keys.at(number))] = number + 1;
    }
  }
}

/** Of both halves of a whole number of 53 bits. */
function sumOf(key: number): number {
  let sum = Math.imul((key % 2 ** 32) ^ Math.floor(key / 2 ** 32), 0x85ebca6b);
  sum = Math.imul(sum ^ (sum >>> 15), 0xc2b2ae35);
  return (sum ^ (sum >>> 16)) >>> 0;
}
