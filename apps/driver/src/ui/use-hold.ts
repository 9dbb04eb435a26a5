import { type KeyboardEvent, type MouseEvent, type PointerEvent, useEffect, useRef, useState } from 'react'

const isPress = ({ key }: KeyboardEvent): boolean => key === 'Enter' || key === ' '

/** A button that does something once it was held for so long, by pointer or key. `milliseconds`: so long. */
export const useHold = (milliseconds: number, held: () => void) => {
  const [holding, setHolding] = useState(false)
  const timer = useRef<number>(undefined)
  const end = (): void => {
    window.clearTimeout(timer.current)
    timer.current = undefined
    setHolding(false)
  }
  const begin = (): void => {
    if (timer.current !== undefined) return
    setHolding(true)
    timer.current = window.setTimeout(() => {
      end()
      held()
    }, milliseconds)
  }
  useEffect(() => () => window.clearTimeout(timer.current), [])
  return {
    holding,
    handlers: {
      onPointerDown: (event: PointerEvent) => {
        if (event.button === 0) begin()
      },
      onPointerUp: end,
      onPointerLeave: end,
      onPointerCancel: end,
      onKeyDown: (event: KeyboardEvent) => {
        if (!isPress(event)) return
        event.preventDefault()
        if (!event.repeat) begin()
      },
      onKeyUp: (event: KeyboardEvent) => {
        if (isPress(event)) event.preventDefault()
        end()
      },
      onBlur: end,
      // A long press opens no menu.
      onContextMenu: (event: MouseEvent) => event.preventDefault(),
      // Screen readers and switches press without a pointer, and cannot hold.
      onClick: (event: MouseEvent) => {
        if (event.detail === 0) held()
      },
    },
  }
}
