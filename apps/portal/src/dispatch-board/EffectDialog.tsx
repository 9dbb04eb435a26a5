import type { DispatchAction, EffectOption, EffectPreview } from '@ambit/contract'
import { Button, Group, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { useCan } from '../auth/permissions.ts'
import { DialogFrame } from '../dialogs/DialogFrame.tsx'
import { useDialog, useOpenDialog } from '../dialogs/stack.ts'
import { notify } from '../notifications/notify.tsx'
import { NOTIFY } from '../records/notice-keys.ts'
import { offerNotice } from '../records/notice-offer.ts'
import { zoneOptions } from '../records/zones.ts'
import { ErrorState } from '../ui/ErrorState.tsx'
import { StatusTag } from '../ui/StatusTag.tsx'
import { ToneAlert } from '../ui/ToneAlert.tsx'
import { exceptionIn, readAction } from '../records/action-id.ts'
import { acceptOption } from './carry-out.ts'
import classes from '../records/effects/effect.module.css'
import { EffectMessages, type MessageChoices } from './EffectMessages.tsx'
import { EffectChoices } from './EffectChoices.tsx'
import { EffectReason } from './EffectReason.tsx'
import { EffectView, Sentences } from '../records/effects/EffectView.tsx'
import { effectQuery } from '../records/effects/queries.ts'
import { effectStrings as words } from '../records/effects/strings.ts'
import { useChanged, usePreview } from '../records/effects/use-preview.ts'

/** What an action would do to everybody, its other ways, and the answer to it. */
const EffectDialog = () => {
  const { id } = useDialog()
  const action = readAction(id)
  return (
    <DialogFrame title={words.title}>
      {action === null ? (
        <p role="status">{words.none}</p>
      ) : (
        <Asked key={id} action={action} exceptionId={exceptionIn(id)} />
      )}
    </DialogFrame>
  )
}
export default EffectDialog

const Asked = ({ action: asked, exceptionId }: { action: DispatchAction; exceptionId: number | null }) => {
  const { close } = useDialog()
  const [action, setAction] = useState(asked)
  const first = useQuery(effectQuery(asked, 'first'))
  const { preview, error, pending, looking, retry, replace } = usePreview(action)
  const [times, setTimes] = useState(0)
  if (preview !== undefined)
    return (
      <Options
        preview={preview}
        exceptionId={exceptionId}
        meanwhile={times}
        pending={pending || error !== null}
        choices={<EffectChoices action={action} found={first.data?.options[0]} onChange={setAction} />}
        progress={
          error !== null ? (
            <ErrorState error={error} onRetry={retry} />
          ) : (
            <p role="status" className={classes['hint']}>
              {looking && words.looking}
            </p>
          )
        }
        onFresh={(fresh) => {
          replace(fresh)
          setTimes(times + 1)
          // Its moves can be chosen from as they are by now.
          if (action !== asked) void first.refetch()
        }}
        onDone={close}
      />
    )
  if (error !== null) return <ErrorState error={error} onRetry={retry} />
  return (
    <div role="status">
      <p className={classes['hint']}>{words.working}</p>
      <Skeleton h={54} mt={8} />
      <Skeleton h={140} mt={8} />
    </div>
  )
}

type Props = {
  preview: EffectPreview
  /** what it is to fix */
  exceptionId: number | null
  /** what else is chosen about it */
  choices: ReactNode
  /** cannot be accepted: something else was chosen and is being worked out, or it can no longer be done */
  pending: boolean
  /** what is still being worked out, or why it no longer can be */
  progress: ReactNode
  /** how often the plan had changed by the time it was accepted */
  meanwhile: number
  onFresh: (preview: EffectPreview) => void
  onDone: () => void
}

const Options = ({ preview, exceptionId, meanwhile, choices, pending, progress, onFresh, onDone }: Props) => {
  const open = useOpenDialog()
  const can = useCan()
  const zones = useQuery(zoneOptions(null))
  const timeZone = zones.data?.find(({ id }) => id === preview.zones[0]?.zone_id)?.time_zone
  const asked = JSON.stringify(preview.action)
  // `of`: for which action the user has chosen or accepted it
  const [chosen, choose] = useState<{ key?: string | undefined; of?: string }>({ key: preview.options[0]?.key })
  const [reason, setReason] = useState('')
  const [messages, setMessages] = useState<MessageChoices>({})
  const [busy, setBusy] = useState(false)
  const [warnedOf, setWarnedOf] = useState<string | null>(null)
  const kept = preview.options.find(({ key }) => key === chosen.key)
  const gone = kept === undefined && chosen.of === asked
  const option = gone ? undefined : (kept ?? preview.options[0])
  const changed = useChanged(preview).get(option?.key ?? '')
  const confirmation = option === undefined || option.needs_approval ? null : option.needs_confirmation
  const warning = `${option?.key} ${confirmation?.text}`
  const warned = warnedOf === warning
  const accept = async (): Promise<void> => {
    if (option === undefined || busy) return
    if (confirmation !== null && !warned) return setWarnedOf(warning)
    setBusy(true)
    const answer = await acceptOption(
      {
        action: preview.action,
        option: option.key,
        token: option.token,
        reason: reason.trim() === '' ? null : reason.trim(),
        confirmed: option.needs_confirmation !== null,
        exception_id: exceptionId,
        messages: Object.entries(messages).map(([key, choice]) => ({ key, ...choice })),
      },
      (id) => open('UndoDialog', 'edit', id),
    )
    setBusy(false)
    if (answer === null) {
      offerNotice(open, can(NOTIFY), preview.action)
      onDone()
    } else if (answer !== undefined) {
      // What was accepted was chosen: nothing takes its place by itself. Who comes late by now is asked about anew.
      choose({ key: option.key, of: asked })
      setWarnedOf(null)
      onFresh(answer)
    }
  }
  const refuse = (): void => {
    notify({ type: 'info', title: words.refuse, message: words.unchanged })
    onDone()
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || option?.acceptable !== true || pending) return
    event.preventDefault()
    void accept()
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- what is within is focused; its keys bubble here
    <section aria-label={words.options} onKeyDown={onKeyDown}>
      <Heading key={meanwhile} />
      {meanwhile > 0 && (
        <ToneAlert tone="warning" mb={12}>
          {words.meanwhile}
          <Sentences
            sentences={preview.changed_since.map(({ title, user_name }) =>
              user_name === null ? title : `${user_name}: ${title}`,
            )}
          />
        </ToneAlert>
      )}
      {gone && (
        <ToneAlert tone="warning" mb={12}>
          {words.gone}
        </ToneAlert>
      )}
      <Sentences sentences={preview.refused.map(({ text }) => text)} />
      <fieldset className={classes['options']}>
        <legend className="visually-hidden">{words.options}</legend>
        {preview.options.map((one) => (
          <Choice
            key={one.key}
            option={one}
            chosen={one === option}
            onChoose={() => choose({ key: one.key, of: asked })}
          />
        ))}
      </fieldset>
      {progress}
      <p role="status" className={classes['hint']}>
        {changed !== undefined && words.moved(changed.size)}
      </p>
      {choices}
      {preview.no_other_way !== null && <p className={classes['hint']}>{preview.no_other_way.text}</p>}
      {option !== undefined && <EffectView option={option} timeZone={timeZone} changed={changed} />}
      <Sentences
        title={words.leftOut}
        sentences={preview.left_out.map(({ traveler_name, reason: why }) => `${traveler_name}: ${why}`)}
      />
      <Sentences
        title={words.notChosen}
        sentences={preview.not_chosen.flatMap(({ vehicle_number, reasons }) =>
          reasons.slice(0, 1).map(({ text }) => `${vehicle_number}: ${text}`),
        )}
      />
      {option !== undefined && <EffectMessages effect={option.effect} choices={messages} onChange={setMessages} />}
      <div className={classes['answer']}>
        <EffectReason
          known={option !== undefined && option.violations.length > 0 ? preview.override_reasons : null}
          reason={reason}
          onChange={setReason}
        />
        <p role="status" className={classes['hint']}>
          {warned && confirmation !== null && words.again}
        </p>
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={refuse} disabled={busy}>
            {words.refuse}
          </Button>
          {option?.acceptable === true && (
            <Button
              color={option.effect.totals.not_served > 0 ? 'red.8' : undefined}
              loading={busy}
              disabled={pending}
              onClick={() => void accept()}
            >
              {option.needs_approval ? words.ask : warned ? (confirmation?.text ?? words.accept) : words.accept}
            </Button>
          )}
        </Group>
      </div>
    </section>
  )
}

type ChoiceProps = { option: EffectOption; chosen: boolean; onChoose: () => void }

const Choice = ({ option, chosen, onChoose }: ChoiceProps) => (
  <label className={classes['option']} data-chosen={chosen || undefined}>
    <input type="radio" name="effect-option" checked={chosen} onChange={onChoose} />
    <span>
      <strong>{option.title}</strong>
      <span className={classes['hint']}>{option.why}</span>
      {option.needs_approval && <StatusTag tone="warning">{words.needsApproval}</StatusTag>}
    </span>
  </label>
)

/** The keyboard focus goes to the answer, and again when the answer is another. */
const Heading = () => {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <h3 ref={heading} tabIndex={-1} className={classes['heading']}>
      {words.options}
    </h3>
  )
}
