import type { LngLat } from '@ambit/geo'
import { Button, Checkbox, FileButton, Textarea } from '@mantine/core'
import { IconFileUpload } from '@tabler/icons-react'
import { type DragEvent, useMemo, useState } from 'react'
import { useFileChoice } from '../../../ui/use-file-choice.ts'
import shared from './area.module.css'
import classes from './ImportPane.module.css'
import { MAX_FILE_BYTES, readShapes, type ReadShape } from './read-shapes.ts'
import type { Shape } from './shape.ts'
import { areaStrings as words } from './strings.ts'

export type Import = {
  text: string
  /** the two numbers of a point are the other way round in it */
  swap: boolean
}
export const nothingYet: Import = { text: '', swap: false }

type Props = {
  value: Import
  near: LngLat | null
  onChange: (value: Import) => void
  onAdd: (shapes: { name: string | null; coordinates: Shape }[]) => void
  onClose: () => void
}

const MEGABYTE = 1024 * 1024
/** A longer text is a file: the field would only make the page slow. */
const LONGEST_SHOWN = 20_000

/** Areas from a file or a pasted text, previewed before they are added. */
export const ImportPane = ({ value, near, onChange, onAdd, onClose }: Props) => {
  const [trouble, setTrouble] = useState<string | null>(null)
  const { text, swap } = value
  const result = useMemo(() => (text.trim() === '' ? null : readShapes(text, { near, swap })), [text, near, swap])
  const shapes = result !== null && 'shapes' in result ? result.shapes : []
  const good = shapes.filter(({ problems }) => problems.length === 0)
  const error = trouble ?? (result !== null && 'error' in result ? result.error : null)
  const read = async (file: File | null | undefined): Promise<void> => {
    if (file === null || file === undefined) return
    if (file.size > MAX_FILE_BYTES) return setTrouble(words.read.tooLarge(MAX_FILE_BYTES / MEGABYTE))
    try {
      const content = await file.text()
      setTrouble(content.trim() === '' ? words.read.empty : null)
      onChange({ text: content, swap: false })
    } catch {
      setTrouble(words.read.unreadable)
    }
  }
  return (
    <section className={classes['import']} aria-label={words.read.title}>
      <h2 className={shared['heading']} style={{ flex: 'none' }}>
        {words.read.title}
      </h2>
      <DropBox onFile={(file) => void read(file)} />
      {text.length > LONGEST_SHOWN ? null : (
        <Textarea
          label={words.read.text}
          placeholder={words.read.placeholder}
          autosize
          minRows={3}
          maxRows={8}
          value={text}
          onChange={(event) => {
            setTrouble(null)
            onChange({ ...value, text: event.currentTarget.value })
          }}
        />
      )}
      {error !== null && (
        <p className={classes['bad']} role="alert" style={{ margin: 0 }}>
          {error}
        </p>
      )}
      {(swap || shapes.some(({ turned }) => turned)) && (
        <Checkbox
          label={words.read.swap}
          checked={swap}
          onChange={(event) => onChange({ ...value, swap: event.currentTarget.checked })}
        />
      )}
      {shapes.length > 0 && <Preview shapes={shapes} />}
      {good.length < shapes.length && <p style={{ margin: 0 }}>{words.read.left(shapes.length - good.length)}</p>}
      <div className={classes['importFoot']}>
        <Button variant="default" onClick={onClose}>
          {words.cancel}
        </Button>
        <Button disabled={good.length === 0} onClick={() => onAdd(good)}>
          {words.read.add(good.length)}
        </Button>
      </div>
    </section>
  )
}

const DropBox = ({ onFile }: { onFile: (file: File | null | undefined) => void }) => {
  const [over, setOver] = useState(false)
  const choice = useFileChoice(onFile)
  const drag = (event: DragEvent, entering: boolean): void => {
    event.preventDefault()
    setOver(entering)
  }
  return (
    <div
      className={classes['drop']}
      data-over={over || undefined}
      onDragOver={(event) => drag(event, true)}
      onDragLeave={(event) => drag(event, false)}
      onDrop={(event) => {
        drag(event, false)
        onFile(event.dataTransfer.files[0])
      }}
    >
      <FileButton accept=".geojson,.json,application/geo+json,application/json,.wkt,.txt" {...choice}>
        {(props) => (
          <Button {...props} variant="default" leftSection={<IconFileUpload size={16} />}>
            {words.read.file}
          </Button>
        )}
      </FileButton>
      <span className={shared['muted']}>{words.read.drop}</span>
    </div>
  )
}

const Preview = ({ shapes }: { shapes: readonly ReadShape[] }) => (
  <ul className={classes['found']} aria-label={words.read.preview}>
    {shapes.map(({ name, coordinates, problems }, index) => (
      // The same name may be in a file twice.
      <li key={index}>
        <strong>{name ?? words.read.unnamed}</strong>
        <span className={shared['muted']}>{words.read.points(coordinates.flat().length)}</span>
        {problems.length === 0 ? (
          <small className={shared['muted']}>{words.read.fine}</small>
        ) : (
          <small className={classes['bad']}>{problems.join('. ')}</small>
        )}
      </li>
    ))}
  </ul>
)
