import { api, urlOf, VEHICLE_IMPORT_TEMPLATE } from '@ambit/contract'
import { Button, Progress, Select } from '@mantine/core'
import { IconInfoCircle, IconUpload } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type DragEvent, useId, useState } from 'react'
import { useCan } from '../../auth/permissions.ts'
import { useRegionLimit } from '../../auth/session.ts'
import { DialogFrame } from '../../dialogs/DialogFrame.tsx'
import { useDialog } from '../../dialogs/stack.ts'
import { UnsavedGuard } from '../../form/UnsavedGuard.tsx'
import { notify } from '../../notifications/notify.tsx'
import { regionIdOf, regionText } from '../../records/region-text.ts'
import { regionOptions } from '../../records/regions.ts'
import { useFormat } from '../../settings/format.ts'
import { ToneAlert } from '../../ui/ToneAlert.tsx'
import { vehicleStrings } from '../strings.ts'
import { FailedRows } from './FailedRows.tsx'
import shared from './import.module.css'
import classes from './VehicleImportDialog.module.css'
import { PreviewTable } from './PreviewTable.tsx'
import { importStrings as words } from './strings.ts'
import { type ImportState, type Parsed, useImport } from './use-import.ts'

const SUCCESS_DECAY = 4500
const READS_REGIONS = 'RegionManagement:region:canRead'

/** From a file to vehicles: nothing is sent before it was looked through. */
const VehicleImportDialog = () => {
  const { close } = useDialog()
  const regions = useQuery({ ...regionOptions, enabled: useCan()(READS_REGIONS) }).data ?? []
  const limit = useRegionLimit()
  const [region, setRegion] = useState<number | null>(null)
  const { state, isOver, choose, chooseRegion, start, stop, resume } = useImport((imported) => {
    notify({ type: 'success', title: words.success, message: words.imported(imported), decay: SUCCESS_DECAY })
    close()
  })
  const busy = state.step === 'sending' || state.step === 'reading'
  const parsed = 'parsed' in state ? state.parsed : null
  return (
    <DialogFrame title={words.title} id={parsed?.name}>
      <p className={classes['intro']}>
        {words.intro} {words.templateLabel}{' '}
        <a className="text-link" href={urlOf(api.vehicles.importTemplate, {})} download={VEHICLE_IMPORT_TEMPLATE}>
          {words.template}
        </a>
      </p>
      {regions.length > 1 && (
        <Select
          label={vehicleStrings.columns.region_id}
          placeholder={limit === null ? vehicleStrings.allRegions : undefined}
          data={regions.map(({ id, name }) => ({ value: regionText(id), label: name }))}
          value={region === null ? null : regionText(region)}
          onChange={(value) => {
            const chosen = regionIdOf(value ?? '')
            setRegion(chosen)
            void chooseRegion(chosen)
          }}
          clearable={limit === null}
          disabled={busy}
          mb="sm"
        />
      )}
      <FilePlace disabled={busy} again={parsed !== null} onFiles={(files) => void choose(files, region)} />
      {state.step === 'empty' && state.problem !== null && (
        <ToneAlert tone="danger" mt="sm">
          {state.problem}
        </ToneAlert>
      )}
      {state.step === 'reading' && <p role="status">{words.reading}</p>}
      {parsed !== null && <Body state={state} parsed={parsed} />}
      <div className={classes['footer']}>
        {state.step === 'sending' && (
          <Button variant="default" onClick={stop}>
            {words.stop}
          </Button>
        )}
        {state.step === 'stopped' && (
          <Button onClick={() => void resume(state.parsed, state.run)}>{words.resume}</Button>
        )}
        {state.step === 'failed' && (
          <Button variant="default" onClick={close}>
            {words.close}
          </Button>
        )}
        {(state.step === 'empty' || state.step === 'reading' || state.step === 'ready' || state.step === 'sending') && (
          <Button
            leftSection={<IconUpload size={16} />}
            disabled={state.step !== 'ready' || state.parsed.right.length === 0}
            loading={state.step === 'sending'}
            onClick={() => state.step === 'ready' && void start(state.parsed)}
          >
            {words.import}
          </Button>
        )}
      </div>
      <UnsavedGuard dirty={state.step === 'sending' || state.step === 'stopped'} isSaved={isOver} />
    </DialogFrame>
  )
}
export default VehicleImportDialog

const Body = ({ state, parsed }: { state: ImportState; parsed: Parsed }) => {
  const format = useFormat()
  const wrong = parsed.rows.length - parsed.right.length
  if (state.step === 'failed')
    return <FailedRows headers={parsed.headers} failed={state.run.failed} imported={state.run.imported} />
  return (
    <>
      <p className={shared['summary']} role="status">
        {words.ready(format.number(parsed.rows.length))}: {words.fine(format.number(parsed.right.length))}
        {wrong > 0 && `, ${words.wrong(format.number(wrong))}`}.{' '}
        {parsed.right.length === 0 && <strong>{words.nothingToSend}</strong>}
      </p>
      {parsed.notices.map((notice) => (
        <p key={notice} className={classes['notice']}>
          <IconInfoCircle size={15} aria-hidden />
          {notice}
        </p>
      ))}
      {(state.step === 'sending' || state.step === 'stopped') && (
        <Sending stopped={state.step === 'stopped'} sent={state.run.sent} total={parsed.right.length} />
      )}
      <PreviewTable rows={parsed.rows} />
    </>
  )
}

const Sending = ({ stopped, sent, total }: { stopped: boolean; sent: number; total: number }) => {
  const format = useFormat()
  const text = (stopped ? words.stopped : words.importing)(format.number(sent), format.number(total))
  return (
    <>
      <Progress.Root size="lg">
        <Progress.Section value={total === 0 ? 0 : (sent / total) * 100} aria-label={words.progress} withAria />
      </Progress.Root>
      <p role="status" className={shared['summary']}>
        {text}
      </p>
    </>
  )
}

type FilePlaceProps = { disabled: boolean; again: boolean; onFiles: (files: readonly File[]) => void }

/** A file is chosen or dropped. The input is cleared, so that the same file can be chosen again once corrected. */
const FilePlace = ({ disabled, again, onFiles }: FilePlaceProps) => {
  const [over, setOver] = useState(false)
  const id = useId()
  const drop = (event: DragEvent): void => {
    event.preventDefault()
    setOver(false)
    if (!disabled) onFiles([...event.dataTransfer.files])
  }
  return (
    <div
      className={classes['place']}
      data-over={over}
      data-again={again}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <input
        id={id}
        type="file"
        accept=".csv"
        className="visually-hidden"
        aria-label={words.file}
        disabled={disabled}
        onChange={(event) => {
          onFiles([...(event.currentTarget.files ?? [])])
          event.currentTarget.value = ''
        }}
      />
      <label htmlFor={id} className={classes['choose']} data-disabled={disabled}>
        {again ? words.another : words.choose}
      </label>
      <span>{words.drop}</span>
    </div>
  )
}
