/** Hands the reader a file: what the browser would do with a link to it. */
export const saveFile = (content: Blob, name: string): void => {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(content)
  link.download = name
  link.click()
  // The browser has taken the address up by then.
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000)
}
