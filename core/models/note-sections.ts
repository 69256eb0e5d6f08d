/** What a line of the summary is about, in the order in which the summary shows them. */
export const SECTIONS = ['asked', 'decided', 'open', 'known', 'mentioned'] as const;
export type Section = (typeof SECTIONS)[number];

export const SECTION_HEADINGS: Readonly<Record<Section, string>> = {
  asked: 'Asked:',
  decided: 'Decided:',
  open: 'Open:',
  known: 'Known:',
  mentioned: 'Also mentioned:',
};

/** The section a line of an earlier summary opens; null for any other line. */
export function sectionOfHeading(line: string): Section | null {
  const text = line.trim();
  return SECTIONS.find((section) => text === SECTION_HEADINGS[section]) ?? null;
}
