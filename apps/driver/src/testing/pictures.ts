import { onTestFinished } from 'vitest'

/** Until the test is over the page can show pictures that it holds, which jsdom cannot. */
export const lendPictures = (): void => {
  Object.assign(URL, { createObjectURL: () => 'blob:picture', revokeObjectURL: () => {} })
  onTestFinished(() => {
    for (const name of ['createObjectURL', 'revokeObjectURL']) Reflect.deleteProperty(URL, name)
  })
}

export const pictureFile = (): File => new File(['picture'], 'picture.jpg', { type: 'image/jpeg' })
