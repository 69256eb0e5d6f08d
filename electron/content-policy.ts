/**
 * What the page may load, as a Content-Security-Policy: its own files and nothing else. No inline script
 * or style, not even with a nonce: a component library that writes a style element is told not to.
 */
export const CONTENT_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "font-src 'self'",
  "connect-src 'self'",
  "worker-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');
