import { Modal } from '@mantine/core'
import { useContext, useEffect, useEffectEvent, useState } from 'react'
import { useCan } from '../auth/permissions.ts'
import { notifyRefused } from '../auth/notify-refused.ts'
import { ErrorBoundary } from '../ui/ErrorBoundary.tsx'
import { type DialogDefinition, mayOpen } from './define-dialog.ts'
import { dialogKey, type DialogRef } from './dialog-ref.ts'
import classes from './dialogs.module.css'
import { DialogRegistryContext, OpenedDialogContext, useDialogStack } from './stack.ts'

const EXIT_MS = 120

type Shown = { ref: DialogRef; key: string; open: boolean; opener: Element | null }

/**
 * Draws the stack of the address. A dialog that has left the address stays mounted until its exit ends, then the
 * keyboard goes back to where it was opened from.
 */
export const DialogHost = () => {
  const { stack, change } = useDialogStack()
  const registry = useContext(DialogRegistryContext)
  const can = useCan()
  const allowed = stack.filter((ref) => {
    const definition = registry.get(ref.name)
    return definition !== undefined && mayOpen(definition, ref.mode, can)
  })
  const refused = stack.length - allowed.length
  const refuse = useEffectEvent(() => {
    notifyRefused()
    const kept = new Set(allowed.map(dialogKey))
    change((before) => before.filter((ref) => kept.has(dialogKey(ref))), true)
  })
  useEffect(() => {
    if (refused > 0) refuse()
  }, [refused])

  const [shown, setShown] = useState<readonly Shown[]>([])
  const next = reconcile(shown, allowed)
  if (next !== shown) setShown(next)
  const open = next.filter((entry) => entry.open)
  return next.map((entry) => {
    const definition = registry.get(entry.ref.name)
    if (definition === undefined) return null
    const place = open.indexOf(entry)
    return (
      <DialogShell
        key={entry.key}
        shown={entry}
        definition={definition}
        depth={place < 0 ? 0 : open.length - 1 - place}
        layer={next.indexOf(entry)}
        onClose={() => change((before) => before.filter((ref) => dialogKey(ref) !== entry.key))}
        onChange={(to) => change((before) => before.map((ref) => (dialogKey(ref) === entry.key ? to : ref)), true)}
        onGone={() => {
          setShown((before) => before.filter((other) => other.key !== entry.key || other.open))
          const { opener } = entry
          // Where nothing fades, the dialog below takes the focus to its first control a moment later.
          if (opener instanceof HTMLElement) setTimeout(() => placeOf(opener)?.focus())
        }}
      />
    )
  })
}

/** What opened a dialog; where that is gone by then, what it stood in. */
const placeOf = (opener: HTMLElement): HTMLElement | undefined =>
  opener.isConnected ? opener : [...document.querySelectorAll<HTMLElement>('main, [role="dialog"]')].at(-1)

/** The same list when nothing changed, so that React settles. */
const reconcile = (shown: readonly Shown[], stack: readonly DialogRef[]): readonly Shown[] => {
  const wanted = new Map(stack.map((ref) => [dialogKey(ref), ref]))
  const kept = shown.map((entry) => {
    const ref = wanted.get(entry.key)
    if (ref === undefined) return entry.open ? { ...entry, open: false } : entry
    return entry.open && sameRef(ref, entry.ref) ? entry : { ...entry, ref, open: true }
  })
  const known = new Set(shown.map((entry) => entry.key))
  const added = [...wanted]
    .filter(([key]) => !known.has(key))
    .map(([key, ref]) => ({ ref, key, open: true, opener: document.activeElement }))
  if (added.length === 0 && kept.every((entry, index) => entry === shown[index])) return shown
  return [...kept, ...added]
}

const sameRef = (a: DialogRef, b: DialogRef): boolean => a.mode === b.mode && a.id === b.id && a.tab === b.tab

type ShellProps = {
  shown: Shown
  definition: DialogDefinition
  /** how many dialogs lie above */
  depth: number
  layer: number
  onClose: () => void
  onChange: (ref: DialogRef) => void
  onGone: () => void
}

const DialogShell = ({ shown, definition, depth, layer, onClose, onChange, onGone }: ShellProps) => {
  const { ref, open } = shown
  const onTop = open && depth === 0
  const context = {
    ...ref,
    definition,
    onTop,
    close: onClose,
    setTab: (tab: string) => onChange({ ...ref, tab }),
    setMode: (mode: DialogRef['mode']) => onChange({ ...ref, mode }),
  }
  const Content = definition.component
  return (
    <Modal.Root
      opened={open}
      onClose={onClose}
      closeOnEscape={onTop}
      closeOnClickOutside={!definition.steady}
      trapFocus={onTop}
      returnFocus={false}
      zIndex={200 + layer}
      yOffset="3vh"
      size={definition.width}
      transitionProps={{ transition: 'fade', duration: EXIT_MS, onExited: onGone }}
      classNames={{ content: classes['content'], inner: classes['inner'] }}
      __vars={{ '--depth': String(depth) }}
    >
      <Modal.Overlay visible={onTop} transitionProps={{ duration: EXIT_MS }} />
      <Modal.Content {...(open && !onTop ? { inert: true, 'data-lower': true } : {})}>
        <OpenedDialogContext value={context}>
          <ErrorBoundary>
            <Content />
          </ErrorBoundary>
        </OpenedDialogContext>
      </Modal.Content>
    </Modal.Root>
  )
}
