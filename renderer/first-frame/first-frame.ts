import '../theme/tokens.css';
import { useViewStore } from '../stores/view-store.ts';
import { storedPanelShares } from '../stores/panel-shares.ts';
import { drawFirstFrame } from './draw-first-frame.ts';
import { firstListOf } from './first-list.ts';

// The page's own small start: it shows the list while the program is loaded, which then takes its place.
const list = firstListOf(document);
const root = document.getElementById('root');
const { sidebarOpen, policyOpen, selectedThread } = useViewStore.getState();
if (list !== null && list.rows.length > 0 && root !== null)
  root.append(
    drawFirstFrame(list, {
      sidebarOpen,
      policyOpen,
      selectedThread,
      shares: storedPanelShares(),
      heightPx: window.innerHeight,
    }),
  );
// Not awaited: the program shares modules with this file, and would wait for it in turn.
void import('../main.tsx');
