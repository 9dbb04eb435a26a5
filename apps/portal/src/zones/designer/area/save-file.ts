/** Hands a text to the browser as a file to keep. */
export const saveFile = (name: string, type: string, text: string): void => {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(new Blob([text], { type }))
  link.download = name
  link.click()
  // The download has begun by then; the address is only needed to start it.
  setTimeout(() => URL.revokeObjectURL(link.href), 1000)
}
