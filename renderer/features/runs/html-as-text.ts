/** The parts of a markdown tree that are looked at here. */
interface MarkdownNode {
  type: string;
  value?: string;
  children?: MarkdownNode[];
}

/** Shows HTML in a message as what it is, text: the sanitizer behind it would drop it, and a reader must see it. */
export function htmlAsText(): (tree: MarkdownNode) => void {
  return function rewrite(node) {
    for (const child of node.children ?? []) {
      if (child.type === 'html') child.type = 'text';
      rewrite(child);
    }
  };
}
