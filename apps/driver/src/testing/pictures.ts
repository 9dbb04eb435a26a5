import { onTestFinished, vi } from 'vitest'

/** Until the test is over the page can show pictures that it holds, which jsdom cannot. */
export const lendPictures = (): void => {
  const shown = vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:picture')
  const dropped = vi.spyOn(URL, 'revokeObjectURL').mockReturnValue()
  onTestFinished(() => {
    for (const lent of [shown, dropped]) lent.mockRestore()
  })
}

export const pictureFile = (): File => new File(['picture'], 'picture.jpg', { type: 'image/jpeg' })
