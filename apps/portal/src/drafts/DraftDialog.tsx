import { Alert, Button, Group, Modal } from '@mantine/core'
import { IconAlertTriangle, IconArrowRight, IconMinus, IconPencil, IconPlus } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { ChangeGroup } from './describe.ts'
import classes from './DraftDialog.module.css'
import { draftStrings as words } from './strings.ts'

export type DraftMode = 'save' | 'discard' | 'unsavedChanges'

type Props = {
  /** null: closed */
  mode: DraftMode | null
  changes: readonly ChangeGroup[]
  busy: boolean
  /** the details of a save that failed */
  errors: readonly string[]
  onSave: () => void
  onDiscard: () => void
  onClose: () => void
  /** a question to answer before the save can continue, with its own buttons */
  question?: ReactNode
}

const WIDTH = '800px'
/** Longer lists end in how many more there are. */
const SHOWN = 30

/** What a draft would change, before it is saved, discarded or left behind. */
export const DraftDialog = ({ mode, changes, busy, errors, onSave, onDiscard, onClose, question }: Props) => (
  <Modal
    opened={mode !== null}
    onClose={onClose}
    title={mode === null ? '' : words.titles[mode]}
    size={WIDTH}
    zIndex={400}
    closeOnEscape={!busy}
    closeOnClickOutside={!busy}
    withCloseButton={!busy}
    attributes={{ header: { role: 'none' }, content: { 'data-dialog': mode ?? '' } }}
  >
    {mode !== null && (
      <>
        <p className={classes['text']}>{words.texts[mode]}</p>
        <Changes groups={changes} />
        <div role="alert">{errors.length > 0 && <Failure errors={errors} />}</div>
        {question ?? <Buttons mode={mode} busy={busy} onSave={onSave} onDiscard={onDiscard} onClose={onClose} />}
      </>
    )}
  </Modal>
)

type ButtonProps = Pick<Props, 'busy' | 'onSave' | 'onDiscard' | 'onClose'> & { mode: DraftMode }

const Buttons = ({ mode, busy, onSave, onDiscard, onClose }: ButtonProps) => (
  <Group justify="flex-end" gap="xs" mt="md">
    <Button variant="default" onClick={onClose} disabled={busy} data-autofocus={mode === 'discard' || undefined}>
      {words.keep}
    </Button>
    {mode !== 'save' && (
      <Button
        variant={mode === 'discard' ? 'filled' : 'default'}
        color={mode === 'discard' ? 'red.8' : undefined}
        onClick={onDiscard}
        disabled={busy}
      >
        {words.discard}
      </Button>
    )}
    {mode !== 'discard' && (
      <Button onClick={onSave} loading={busy} data-autofocus>
        {mode === 'save' ? words.save : words.saveAndLeave}
      </Button>
    )}
  </Group>
)

const Failure = ({ errors }: { errors: readonly string[] }) => (
  <Alert className={classes['failure']} variant="default" icon={<IconAlertTriangle size={18} aria-hidden />}>
    <strong>{words.failed}</strong>
    {errors.map((detail) => (
      <p key={detail}>
        {words.error} {detail}
      </p>
    ))}
  </Alert>
)

const Changes = ({ groups }: { groups: readonly ChangeGroup[] }) => {
  const shown = groups.filter(({ added, updated, removed }) => added.length + updated.length + removed.length > 0)
  if (shown.length === 0) return <p className={classes['text']}>{words.nothing}</p>
  return (
    <div className={classes['changes']} tabIndex={0} role="region" aria-label={words.titles.save}>
      {shown.map(({ title, added, updated, removed, counts }) => (
        <section key={title}>
          <h3>{title}</h3>
          <Names
            icon={<IconPlus size={14} aria-hidden />}
            title={words.added(counts?.added ?? added.length)}
            names={added}
          />
          <Updated records={updated} />
          <Names
            icon={<IconMinus size={14} aria-hidden />}
            title={words.removed(counts?.removed ?? removed.length)}
            names={removed}
          />
        </section>
      ))}
    </div>
  )
}

const Names = ({ icon, title, names }: { icon: ReactNode; title: string; names: readonly string[] }) =>
  names.length === 0 ? null : (
    <>
      <h4>
        {icon} {title}
      </h4>
      <ul>
        {names.slice(0, SHOWN).map((name, index) => (
          <li key={index}>{name}</li>
        ))}
        <More of={names.length} />
      </ul>
    </>
  )

const Updated = ({ records }: { records: ChangeGroup['updated'] }) =>
  records.length === 0 ? null : (
    <>
      <h4>
        <IconPencil size={14} aria-hidden /> {words.updated(records.length)}
      </h4>
      <ul>
        {records.slice(0, SHOWN).map(({ name, fields }, index) => (
          <li key={index}>
            {name}
            <dl>
              {fields.map(({ field, from, to }) => (
                <div key={field}>
                  <dt>{field}</dt>
                  <dd>
                    <del>{from}</del> <IconArrowRight size={13} role="img" aria-label={words.becomes} /> <ins>{to}</ins>
                  </dd>
                </div>
              ))}
            </dl>
          </li>
        ))}
        <More of={records.length} />
      </ul>
    </>
  )

const More = ({ of }: { of: number }) => (of > SHOWN ? <li>{words.more(of - SHOWN)}</li> : null)
