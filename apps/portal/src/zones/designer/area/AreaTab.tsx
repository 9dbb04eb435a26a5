import { saveFile } from '../../../api/download.ts'
import type { AnyId } from '@ambit/contract'
import { type Bbox, type LngLat, padBbox, ringCentroid } from '@ambit/geo'
import { SegmentedControl } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { zoneOptions } from '../../../records/zones.ts'
import { useKeyHints } from '../../../ui/keys.ts'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { useDesign } from '../design/design-session.ts'
import { OnMap } from '../design/OnMap.tsx'
import shared from './area.module.css'
import classes from './AreaTab.module.css'
import { addAreas } from './area-edits.ts'
import { AreaList, AreaTotal } from './AreaList.tsx'
import { AreaMap } from './AreaMap.tsx'
import { AreaProblems } from './AreaProblems.tsx'
import { AreaTools } from './AreaTools.tsx'
import { CornerTable } from './CornerTable.tsx'
import { useAreaFigures } from './figures.ts'
import { type Import, ImportPane, nothingYet } from './ImportPane.tsx'
import { boxOf, type Shape } from './shape.ts'
import type { Asked } from './ShowBox.tsx'
import { areaKeys, areaStrings as words } from './strings.ts'
import { type Picked, pickNext, TravelRules } from './TravelRules.tsx'
import { type AreaEditor, useAreaEditor } from './use-area-editor.ts'
import { useAreaKeys } from './use-area-keys.ts'
import { fileName, writeGeoJson } from './write-geojson.ts'

type View = 'areas' | 'travel'
const views = [
  { value: 'areas', label: words.views.areas },
  { value: 'travel', label: words.views.travel },
] as const satisfies readonly { value: View; label: string }[]

/** Metres around an area that is shown. */
const AROUND = 100

/** Where the zone's vehicles go, and between which of its areas. */
export const AreaTab = () => {
  const editor = useAreaEditor()
  const [view, setView] = useState<View>('areas')
  const [picked, setPicked] = useState<Picked>({ from: null, to: null })
  const [snapTo, setSnapTo] = useState({ areas: true, streets: true })
  const [asked, ask] = useState<Asked>(null)
  const neighbours = useNeighbours()
  useKeyHints(areaKeys)
  useAreaKeys(editor)
  const show = (box: Bbox): void => ask({ box, at: performance.now() })
  const travelling = view === 'travel'
  return (
    <div className={shared['tab']}>
      <OnMap>
        <AreaMap
          editor={editor}
          snapTo={snapTo}
          neighbours={neighbours}
          asked={asked}
          picked={travelling ? picked : null}
          onPick={(id: AnyId) => setPicked(pickNext(picked, id))}
        />
      </OnMap>
      <div className={classes['views']}>
        <SegmentedControl
          fullWidth
          aria-label={words.views.label}
          data={[...views]}
          value={view}
          onChange={(value) => {
            editor.take('select')
            setView(value === 'travel' ? 'travel' : 'areas')
          }}
        />
      </div>
      <AreaProblems problems={editor.problems} onShow={show} />
      {travelling ? (
        <div className={shared['scroll']}>
          <TravelRules editor={editor} picked={picked} onPick={setPicked} />
        </div>
      ) : (
        <Areas editor={editor} snapTo={snapTo} onSnapTo={setSnapTo} onShow={show} />
      )}
    </div>
  )
}

type AreasProps = {
  editor: AreaEditor
  snapTo: { areas: boolean; streets: boolean }
  onSnapTo: (snapTo: { areas: boolean; streets: boolean }) => void
  onShow: (box: Bbox) => void
}

const Areas = ({ editor, snapTo, onSnapTo, onShow }: AreasProps) => {
  const { zone } = useDesign()
  const [importing, setImporting] = useState<Import | null>(null)
  const [cornersOf, setCornersOf] = useState<AnyId | null>(null)
  const figures = useAreaFigures(editor.areas)
  const near = useCentre(editor)
  const open = editor.areas.find(({ id }) => id === cornersOf)
  const showShapes = (shapes: readonly Shape[]): void => {
    const box = boxOf(shapes)
    if (box !== null) onShow(padBbox(box, AROUND))
  }
  if (importing !== null)
    return (
      <ImportPane
        value={importing}
        near={near}
        onChange={setImporting}
        onClose={() => setImporting(null)}
        onAdd={(shapes) => {
          editor.apply(addAreas(editor.areas, shapes))
          showShapes(shapes.map(({ coordinates }) => coordinates))
          setImporting(null)
        }}
      />
    )
  return (
    <>
      <AreaTools
        editor={editor}
        snapTo={snapTo}
        onSnapTo={onSnapTo}
        onImport={() => setImporting(nothingYet)}
        onExport={() =>
          saveFile(new Blob([writeGeoJson(editor.areas)], { type: 'application/geo+json' }), fileName(zone.name))
        }
      />
      <div role="status">{editor.notice !== null && <p className={classes['notice']}>{editor.notice}</p>}</div>
      <div className={shared['scroll']}>
        {editor.areas.length === 0 ? (
          <EmptyState title={words.none} reason={words.noneReason} />
        ) : (
          <AreaList
            editor={editor}
            figures={figures}
            onShow={({ coordinates }) => showShapes([coordinates])}
            onCorners={({ id }) => {
              editor.choose(id)
              setCornersOf(id)
            }}
          />
        )}
      </div>
      {open !== undefined && editor.only?.id === open.id && editor.state.tool === 'select' && (
        <CornerTable area={open} editor={editor} onClose={() => setCornersOf(null)} />
      )}
      {editor.areas.length > 0 && <AreaTotal areas={editor.areas} figures={figures} />}
    </>
  )
}

/** Where the zone lies, to recognise coordinates that are the wrong way round. */
const useCentre = ({ areas }: AreaEditor): LngLat | null => {
  const { zone } = useDesign()
  return useMemo(() => {
    if (zone.point !== null) return [zone.point.lng, zone.point.lat]
    return ringCentroid(areas.flatMap(({ coordinates }) => coordinates[0] ?? []))
  }, [zone.point, areas])
}

/** Outlines of the region's other zones. */
const useNeighbours = (): LngLat[][] => {
  const { zone } = useDesign()
  const zones = useQuery(zoneOptions(zone.region_id))
  return useMemo(
    () =>
      (zones.data ?? [])
        .filter(({ id }) => id !== zone.id)
        .flatMap(({ boundaries }) => boundaries.map((ring) => ring.map(({ lng, lat }): LngLat => [lng, lat]))),
    [zones.data, zone.id],
  )
}
