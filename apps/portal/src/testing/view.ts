import { onTestFinished } from 'vitest'

/** Until the test is over an element of the page comes into view when the test says so, which without a layout none does. */
export const lendView = (): { show: (element: Element) => void } => {
  const watched = new Set<{ elements: Set<Element>; show: (element: Element) => void }>()
  class Observer {
    readonly elements = new Set<Element>()
    readonly show: (element: Element) => void
    constructor(told: (entries: { isIntersecting: boolean; target: Element }[]) => void) {
      this.show = (target) => told([{ isIntersecting: true, target }])
      watched.add(this)
    }
    observe = (element: Element): void => void this.elements.add(element)
    unobserve = (element: Element): void => void this.elements.delete(element)
    disconnect = (): void => this.elements.clear()
  }
  const { IntersectionObserver } = globalThis
  Object.assign(globalThis, { IntersectionObserver: Observer })
  onTestFinished(() => void Object.assign(globalThis, { IntersectionObserver }))
  return {
    show: (element) => {
      for (const { elements, show } of watched) if (elements.has(element)) show(element)
    },
  }
}
