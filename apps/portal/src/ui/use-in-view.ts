import { type RefObject, useEffect, useRef, useState } from 'react'

/** Whether the element has been in view; once it was, it stays so. */
export const useInView = <E extends Element>(): { ref: RefObject<E | null>; seen: boolean } => {
  const ref = useRef<E>(null)
  const [seen, setSeen] = useState(false)
  useEffect(() => {
    const element = ref.current
    if (seen || element === null) return
    const observer = new IntersectionObserver((entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) setSeen(true)
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [seen])
  return { ref, seen }
}
