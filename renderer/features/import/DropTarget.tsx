import { FileDown } from 'lucide-react';
import { useEffect, useState, type ReactElement } from 'react';
import { importFiles } from './start-import.ts';
import { useFollowImport } from './use-import-job.ts';

/** The whole window takes files. Shows where they would go while they hover over it. */
export function DropTarget(): ReactElement | null {
  const [hovering, setHovering] = useState(false);
  useFollowImport();
  useEffect(() => {
    // dragenter and dragleave come in pairs for every element that is crossed.
    let depth = 0;
    const hasFiles = (event: DragEvent): boolean => event.dataTransfer?.types.includes('Files') ?? false;
    const onEnter = (event: DragEvent): void => {
      if (!hasFiles(event)) return;
      depth += 1;
      setHovering(true);
    };
    const onLeave = (event: DragEvent): void => {
      if (!hasFiles(event)) return;
      depth = Math.max(0, depth - 1);
      if (depth === 0) setHovering(false);
    };
    const onOver = (event: DragEvent): void => {
      // Without this a dropped file would be opened in place of the page.
      event.preventDefault();
    };
    const onDrop = (event: DragEvent): void => {
      event.preventDefault();
      depth = 0;
      setHovering(false);
      const files = [...(event.dataTransfer?.files ?? [])];
      if (files.length > 0) void importFiles(files);
    };
    window.addEventListener('dragenter', onEnter);
    window.addEventListener('dragleave', onLeave);
    window.addEventListener('dragover', onOver);
    window.addEventListener('drop', onDrop);
    return () => {
      window.removeEventListener('dragenter', onEnter);
      window.removeEventListener('dragleave', onLeave);
      window.removeEventListener('dragover', onOver);
      window.removeEventListener('drop', onDrop);
    };
  }, []);
  if (!hovering) return null;
  return (
    <div className="animate-appear pointer-events-none fixed inset-0 z-50 flex items-center justify-center bg-scrim p-6">
      <div className="flex size-full flex-col items-center justify-center gap-3 rounded-card border-2 border-dashed border-accent bg-surface/90 text-center">
        <FileDown aria-hidden className="size-10 text-accent" />
        <p className="text-xl font-semibold">Drop to import</p>
        <p className="text-muted">Files stay where they are and are never changed.</p>
      </div>
    </div>
  );
}
