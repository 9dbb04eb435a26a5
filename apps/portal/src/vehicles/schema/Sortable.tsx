import { ActionIcon } from '@mantine/core'
import { IconGripVertical } from '@tabler/icons-react'
import { createContext, type KeyboardEvent, type ReactNode, useContext, useState } from 'react'
import { flushSync } from 'react-dom'
import classes from './Sortable.module.css'
import { schemaStrings as words } from './strings.ts'

type Dragging = { id: number; list: string } | null
const DraggingContext = createContext<[Dragging, (dragging: Dragging) => void]>([null, () => {}])

/** Around everything that can be moved; says each move aloud. */
export const SortableArea = ({ said, children }: { said: string; children: ReactNode }) => {
  const dragging = useState<Dragging>(null)
  return (
    <DraggingContext value={dragging}>
      {children}
      <p role="status" className="visually-hidden">
        {said}
      </p>
    </DraggingContext>
  )
}

type Props = {
  id: number
  /** things are moved within their list only */
  list: string
  at: number
  name: string
  onMove: (id: number, to: number) => void
  className?: string | undefined
  children: (handle: ReactNode) => ReactNode
}

/** One of several things in an order: dragged by its handle, or moved with the arrows on it. */
export const SortableItem = ({ id, list, at, name, onMove, className, children }: Props) => {
  const [dragging, setDragging] = useContext(DraggingContext)
  const mine = dragging !== null && dragging.list === list
  const move = (event: KeyboardEvent<HTMLButtonElement>): void => {
    const step = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0
    if (step === 0) return
    event.preventDefault()
    // Moving the element takes the keyboard away from it: it is given back before the next key comes.
    flushSync(() => onMove(id, at + step))
    event.currentTarget.focus()
  }
  const handle = (
    <ActionIcon
      className={classes['handle'] ?? ''}
      aria-label={words.move(name)}
      title={words.moveHint}
      draggable
      onDragStart={(event) => {
        event.stopPropagation()
        event.dataTransfer.effectAllowed = 'move'
        event.dataTransfer.setData('text/plain', name)
        setDragging({ id, list })
      }}
      onDragEnd={() => setDragging(null)}
      onKeyDown={move}
    >
      <IconGripVertical size={16} aria-hidden />
    </ActionIcon>
  )
  return (
    <li
      className={className}
      data-dragged={mine && dragging.id === id}
      onDragOver={(event) => {
        if (!mine) return
        event.preventDefault()
        event.stopPropagation()
        if (dragging.id !== id) onMove(dragging.id, at)
      }}
      onDrop={(event) => {
        if (!mine) return
        event.preventDefault()
        event.stopPropagation()
        setDragging(null)
      }}
    >
      {children(handle)}
    </li>
  )
}
