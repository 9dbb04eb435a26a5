import { onTestFinished, vi } from 'vitest'
import type { KeptPicture } from '../device/device.ts'
import type { FakeDevice } from './fake-device.ts'

/** Until the test is over the page can show pictures that it holds, which jsdom cannot. */
export const lendPictures = (): void => {
  const shown = vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:picture')
  const dropped = vi.spyOn(URL, 'revokeObjectURL').mockReturnValue()
  onTestFinished(() => {
    for (const lent of [shown, dropped]) lent.mockRestore()
  })
}

export const pictureFile = (): File => new File(['picture'], 'picture.jpg', { type: 'image/jpeg' })

/** The device makes the next picture small until it is told what has become of it. */
export const hangingPicture = (device: FakeDevice): ((kept: KeptPicture) => void) => {
  const { keepPhoto } = device
  const { promise, resolve } = Promise.withResolvers<KeptPicture>()
  device.keepPhoto = () => {
    device.keepPhoto = keepPhoto
    return promise
  }
  return resolve
}
