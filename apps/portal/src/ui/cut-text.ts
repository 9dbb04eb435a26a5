/**
 * Text that its box cuts off says all of itself when the pointer is on it, everywhere in the page: its box gets a title,
 * and loses it once the text fits. A title that the page has given stays. Returns the way to stop.
 */
export const tellCutText = (page: Document): (() => void) => {
  const told = new WeakSet<HTMLElement>()
  const tell = ({ target }: Event): void => {
    for (let box = target instanceof HTMLElement ? target : null; box !== null; box = box.parentElement) {
      if (box.title !== '' && !told.has(box)) return
      if (isCut(box)) {
        box.title = box instanceof HTMLInputElement ? box.value : box.innerText.replaceAll(/\s+/g, ' ').trim()
        told.add(box)
        return
      }
      if (told.delete(box)) box.removeAttribute('title')
    }
  }
  page.addEventListener('mouseover', tell)
  return () => page.removeEventListener('mouseover', tell)
}

const isCut = (box: HTMLElement): boolean =>
  box.scrollWidth > box.clientWidth &&
  (box instanceof HTMLInputElement ? box.type !== 'password' : getComputedStyle(box).textOverflow === 'ellipsis')
