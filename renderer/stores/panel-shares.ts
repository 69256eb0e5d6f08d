const KEY = 'tidemark.panels';

/** Percent of the window's width by the panel's id: sidebar, thread, policy. */
type PanelShares = Readonly<Record<string, number>>;

/** The stored widths, or null when there are none or they make no sense. */
export function storedPanelShares(): Record<string, number> | null {
  const text = localStorage.getItem(KEY);
  if (text === null) return null;
  try {
    const parsed: unknown = JSON.parse(text);
    if (typeof parsed !== 'object' || parsed === null) return null;
    const entries = Object.entries(parsed).filter(
      (entry): entry is [string, number] => typeof entry[1] === 'number' && Number.isFinite(entry[1]),
    );
    return entries.length === 3 ? Object.fromEntries(entries) : null;
  } catch {
    return null;
  }
}

export function storePanelShares(shares: PanelShares): void {
  localStorage.setItem(KEY, JSON.stringify(shares));
}
