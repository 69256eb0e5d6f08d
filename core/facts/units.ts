import { isWordAt } from './char-class.ts';

/** Units that may follow a number, after a space or directly. Nouns that only count things are none. */
const UNITS = new Set(
  (
    'ns us µs μs ms sec secs second seconds min mins minute minutes hr hrs hour hours day days week weeks ' +
    'month months year years yr yrs ' +
    'kb mb gb tb pb kib mib gib tib byte bytes bit bits kbit mbit gbit kbps mbps gbps ' +
    'mm cm dm km mi mile miles ft feet foot inch inches yd yards nm µm μm knots kn nmi ' +
    'mg kg ton tons tonne tonnes lb lbs oz ml cl litre litres liter liters gal gallons ' +
    'm² m³ km² m2 m3 ha hz khz mhz ghz kw mw gw wh kwh mwh mv kv mah pa hpa kpa mpa bar psi ' +
    '°c °f px pt em rem dpi fps rpm rps qps bps kva kr kroner percent million billion trillion thousand bn mio'
  ).split(' '),
);

/** One letter is a unit only if it is one of these. */
const LETTERS_BEHIND_SPACE = new Set('s m h g l t d w k v V W °'.split(' '));
/** Directly behind the digits a capital may scale them; the `G` of `5G` does not. */
const LETTERS_ATTACHED = new Set('s m h g l t d w k v V W ° K M'.split(' '));
const PER = new Set([
  's',
  'sec',
  'min',
  'h',
  'hour',
  'd',
  'day',
  'week',
  'mo',
  'month',
  'year',
  'yr',
  'm',
  'kg',
  'l',
]);

const SIGNS = new Set(['$', '€', '£', '¥', '₹', '₩', '₽', '₺', '₫', '₴', '₪', '฿', '₦', '₱', '￥']);
const CODES = new Set(
  'USD EUR GBP JPY CNY CHF CAD AUD NZD INR KRW SEK NOK DKK PLN CZK HUF BRL MXN ZAR SGD HKD TRY RUB ILS AED SAR THB'.split(
    ' ',
  ),
);

const LONGEST_UNIT = 9;

export interface UnitMatch {
  readonly end: number;
  readonly normal: string;
  readonly isCurrency: boolean;
}

export function isCurrencySign(sign: string): boolean {
  return SIGNS.has(sign);
}

export function isCurrencyCode(code: string): boolean {
  return CODES.has(code);
}

/** The unit, percent sign or currency that follows the digits ending at `index`; null when none does. */
export function matchUnit(text: string, index: number): UnitMatch | null {
  const gap = /^[ \u00a0\u202f]/.test(text.slice(index, index + 1)) ? 1 : 0;
  const start = index + gap;
  const sign = text[start] ?? '';
  if (sign === '%' || sign === '‰') return { end: start + 1, normal: sign, isCurrency: false };
  if (isCurrencySign(sign)) {
    // `5 $10` are two amounts.
    return /\d/.test(text[start + 1] ?? '') ? null : { end: start + 1, normal: sign, isCurrency: true };
  }
  if (sign === '円' || sign === '元') return { end: start + 1, normal: sign, isCurrency: false };
  return matchUnitWord(text, start, gap);
}

function matchUnitWord(text: string, start: number, gap: number): UnitMatch | null {
  let end = start;
  if (text[end] === '°') end++;
  while (end - start <= LONGEST_UNIT && (isWordAt(text, end) || text[end] === '²' || text[end] === '³'))
    end++;
  if (end === start || isWordAt(text, end)) return null;
  const written = text.slice(start, end);
  if (isCurrencyCode(written)) return { end, normal: `${written} `, isCurrency: true };
  const unit = written.toLowerCase();
  const letters = gap === 0 ? LETTERS_ATTACHED : LETTERS_BEHIND_SPACE;
  const isKnown = written.length === 1 ? letters.has(written) : UNITS.has(unit);
  if (!isKnown) return null;
  return withPer(text, end, unit);
}

/** `km/h`, `$5/month`: the unit goes on behind a slash. */
function withPer(text: string, end: number, unit: string): UnitMatch {
  if (text[end] !== '/') return { end, normal: unit, isCurrency: false };
  let perEnd = end + 1;
  while (perEnd - end <= LONGEST_UNIT && isWordAt(text, perEnd)) perEnd++;
  const per = text.slice(end + 1, perEnd).toLowerCase();
  return PER.has(per) && text[perEnd] !== '/'
    ? { end: perEnd, normal: `${unit}/${per}`, isCurrency: false }
    : { end, normal: unit, isCurrency: false };
}
