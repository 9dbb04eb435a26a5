import type { MouseEvent, ReactNode } from 'react'
import { go, hrefOf } from './path.ts'

type Props = { to: string; className?: string; current?: boolean; children: ReactNode }

/** A link to a page of the app; with a key held down the browser opens it elsewhere, as it does with every link. */
export const Link = ({ to, className, current = false, children }: Props) => {
  const open = (event: MouseEvent): void => {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    go(to)
  }
  return (
    <a href={hrefOf(to)} className={className} onClick={open} aria-current={current ? 'page' : undefined}>
      {children}
    </a>
  )
}
