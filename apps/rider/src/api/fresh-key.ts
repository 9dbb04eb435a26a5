/** 24 hexadecimal digits by chance. `crypto.randomUUID` exists on secure pages only. */
export const freshKey = (): string =>
  [...crypto.getRandomValues(new Uint8Array(12))].map((byte) => byte.toString(16).padStart(2, '0')).join('')
