import { CloseButton, Modal, SegmentedControl, Tabs } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { useCan } from '../auth/permissions.ts'
import { mayOpen } from './define-dialog.ts'
import classes from './dialogs.module.css'
import { TabValidityContext, useDialog } from './stack.ts'
import { dialogStrings } from './strings.ts'

export type DialogTab = {
  value: string
  label: string
  /** a mark of its own beside the label */
  color?: string
  /** some field in it is refused */
  invalid?: boolean
  content: ReactNode
}

type Props = {
  title: string
  /** a number or registration beside the title */
  id?: string
  status?: ReactNode
  /** what distinguishes the record from others, below its name */
  summary?: ReactNode
  /** offers View Mode and Edit Mode where both are registered and allowed */
  switchable?: boolean
  tabs?: readonly DialogTab[]
  children?: ReactNode
}

/** Header with name, id and status; mode switch; tabs or content. A form inside brings its own footer. */
export const DialogFrame = ({ title, id, status, summary, switchable = false, tabs, children }: Props) => {
  const dialog = useDialog()
  return (
    <>
      <div className={classes['header']}>
        <Modal.Title className={classes['title'] ?? ''}>{title}</Modal.Title>
        {id !== undefined && (
          <span className={classes['id']} title={id}>
            {id}
          </span>
        )}
        {status}
        <CloseButton
          className={classes['close'] ?? ''}
          size="md"
          onClick={dialog.close}
          aria-label={dialogStrings.close}
        />
      </div>
      {summary}
      {switchable && <ModeSwitch />}
      {tabs !== undefined && tabs.length > 0 ? (
        <DialogTabs tabs={tabs} />
      ) : (
        <div className={classes['main']}>{children}</div>
      )}
    </>
  )
}

const ModeSwitch = () => {
  const { mode, setMode, definition } = useDialog()
  const can = useCan()
  if (!mayOpen(definition, 'view', can) || !mayOpen(definition, 'edit', can)) return null
  if (mode !== 'view' && mode !== 'edit') return null
  return (
    <div className={classes['bar']}>
      <SegmentedControl
        size="xs"
        aria-label={dialogStrings.mode}
        value={mode}
        onChange={(next) => setMode(next)}
        data={[
          { value: 'view', label: dialogStrings.view },
          { value: 'edit', label: dialogStrings.edit },
        ]}
      />
    </div>
  )
}

const DialogTabs = ({ tabs }: { tabs: readonly DialogTab[] }) => {
  const { tab, setTab } = useDialog()
  // What the forms inside say of themselves; a form that spans tabs sets `invalid`.
  const [refused, setRefused] = useState<ReadonlySet<string>>(new Set())
  const report = (value: string, invalid: boolean): void =>
    setRefused((before) => {
      if (before.has(value) === invalid) return before
      const next = new Set(before)
      if (invalid) next.add(value)
      else next.delete(value)
      return next
    })
  const current = tabs.find(({ value }) => value === tab) ?? tabs[0]
  return (
    <Tabs
      value={current?.value ?? null}
      onChange={(next) => next !== null && setTab(next)}
      keepMounted
      classNames={{ tab: classes['tab'] ?? '' }}
    >
      <Tabs.List px={9}>
        {tabs.map(({ value, label, color, invalid = refused.has(value) }) => (
          <Tabs.Tab
            key={value}
            value={value}
            leftSection={
              color !== undefined && (
                <span className={classes['swatch']} style={{ background: color }} aria-hidden="true" />
              )
            }
            {...(invalid ? { 'aria-label': `${label}, ${dialogStrings.invalidTab}` } : {})}
          >
            {label}
            {invalid && <span aria-hidden="true"> *</span>}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {tabs.map(({ value, content }) => (
        <Tabs.Panel key={value} value={value} className={classes['main'] ?? ''}>
          <TabValidityContext value={(invalid) => report(value, invalid)}>{content}</TabValidityContext>
        </Tabs.Panel>
      ))}
    </Tabs>
  )
}
