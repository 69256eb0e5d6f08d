/**
 * What the page may load, as a Content-Security-Policy: its own files and nothing else.
 *
 * `styleNonce` lets a library that must write a style element of its own (the scroll lock of a dialog)
 * do so: the page hands it the nonce of this load. Script gets no nonce, so knowing it runs nothing.
 */
export function contentPolicy(styleNonce: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${styleNonce}'`,
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "frame-src 'none'",
    "worker-src 'self'",
  ].join('; ');
}

/** The place in the page where `styleNonce` is read from: `document.querySelector('meta[property="csp-nonce"]').nonce`. */
export function withStyleNonce(html: string, styleNonce: string): string {
  return html.replace(/<head>/i, (head) => `${head}<meta property="csp-nonce" nonce="${styleNonce}">`);
}
