export type TextPart = { kind: 'text'; text: string } | { kind: 'link'; href: string; text: string }

/**
 * A mail's text cut into words and web addresses. An address of this host keeps only its path, so that a link works
 * under every name of the server.
 */
export const linkedText = (text: string, origin: string): TextPart[] => {
  const parts: TextPart[] = []
  let at = 0
  for (const match of text.matchAll(/https?:\/\/[^\s<>"]+[^\s<>".,;:!?)\]]/g)) {
    if (match.index > at) parts.push({ kind: 'text', text: text.slice(at, match.index) })
    const address = new URL(match[0])
    const own = address.origin === origin
    parts.push({
      kind: 'link',
      href: own ? address.pathname + address.search + address.hash : address.href,
      text: match[0],
    })
    at = match.index + match[0].length
  }
  if (at < text.length) parts.push({ kind: 'text', text: text.slice(at) })
  return parts
}
