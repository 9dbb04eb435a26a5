import { vi } from 'vitest'

/** What the page hands over to be saved on the next click, which a browser would write to disk. */
export const nextDownload = (): Promise<{ name: string; content: Blob }> =>
  new Promise((resolve) => {
    const taken: Blob[] = []
    const address = vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
      taken.push(blob as Blob) // the portal makes addresses of nothing else
      return 'blob:taken'
    })
    const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      address.mockRestore()
      click.mockRestore()
      const [content] = taken
      if (content !== undefined) resolve({ name: this.download, content })
    })
  })
