import type { Locator, Page } from './fixtures.ts'

const MARGIN = 40

/**
 * How many pixels of a colour like `#5b3cc4` a map has drawn between two marks that lie on it, and some way around them.
 * Marks and buttons, which lie over the map, do not count.
 */
export const inkBetween = async (
  page: Page,
  map: Locator,
  marks: readonly [Locator, Locator],
  colour: string,
): Promise<number> => {
  const [room, ...boxes] = await Promise.all([map, ...marks].map((one) => one.boundingBox()))
  if (room == null || boxes.some((box) => box === null)) throw new Error('A mark is not on the map')
  const across = boxes.map((box) => (box?.x ?? 0) + (box?.width ?? 0) / 2 - room.x)
  const down = boxes.map((box) => (box?.y ?? 0) + (box?.height ?? 0) / 2 - room.y)
  const within = {
    left: Math.min(...across) - MARGIN,
    right: Math.max(...across) + MARGIN,
    top: Math.min(...down) - MARGIN,
    bottom: Math.max(...down) + MARGIN,
  }
  const mask = [page.getByRole('img'), page.getByRole('button')]
  return inkWithin(page, map, within, colour, mask)
}

/** px from the map's left and top */
type Room = { left: number; right: number; top: number; bottom: number }

/** How many pixels of a colour a map has drawn in a part of it; what is masked does not count. */
export const inkWithin = async (
  page: Page,
  map: Locator,
  within: Room,
  colour: string,
  mask: Locator[] = [],
): Promise<number> => {
  const picture = (await map.screenshot({ mask })).toString('base64')
  return page.evaluate(countWithin, { picture, within, colour })
}

type Task = { picture: string; within: Room; colour: string }

const countWithin = async ({ picture, within, colour }: Task): Promise<number> => {
  const image = new Image()
  image.src = `data:image/png;base64,${picture}`
  await image.decode()
  const canvas = new OffscreenCanvas(image.width, image.height)
  const context = canvas.getContext('2d')
  if (context === null) return 0
  context.drawImage(image, 0, 0)
  const { data } = context.getImageData(0, 0, image.width, image.height)
  const wanted = [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16))
  let count = 0
  for (let at = 0; at < data.length; at += 4) {
    const [x, y] = [(at / 4) % image.width, Math.floor(at / 4 / image.width)]
    const inside = x >= within.left && x <= within.right && y >= within.top && y <= within.bottom
    if (inside && wanted.every((part, index) => Math.abs((data[at + index] ?? 0) - part) < 24)) count++
  }
  return count
}
