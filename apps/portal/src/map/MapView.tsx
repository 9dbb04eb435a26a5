import type { Bbox, LngLat } from '@ambit/geo'
import { useComputedColorScheme } from '@mantine/core'
import { Map as MapCanvas } from '@vis.gl/react-maplibre'
import { type ReactNode, useMemo, useRef, useState } from 'react'
import { useSettings } from '../settings/settings.ts'
import { FIT_PADDING, type Padding, toCorners } from './bounds.ts'
import { FitBounds } from './FitBounds.tsx'
import classes from './MapView.module.css'
import { MapControls } from './MapControls.tsx'
import { maplibre, offerTiles } from './maplibre.ts'
import { type MapPalette, paletteOf } from './palette.ts'
import { PaletteContext } from './palette-context.ts'
import { withArrival, withFailure } from './missing-tiles.ts'
import { mapStrings } from './strings.ts'
import { streetStyle } from './style.ts'

export type MapViewProps = {
  /** what the map shows, for those who cannot see it */
  label: string
  /** what it shows first, and again a moment after it changed; null: the settings' centre */
  bounds: Bbox | null
  /** milliseconds between a change of the bounds and the camera's move */
  fitDelay?: number
  /** whether the camera goes to the bounds; otherwise only the button does */
  follows?: boolean
  /** greatest zoom when fitting the map */
  fitZoom?: number
  /** pixels that what is fitted keeps from the edges, where controls lie over the map */
  padding?: Padding
  /** where to look while there are no bounds */
  center?: LngLat | null
  /** otherwise the settings' zoom */
  zoom?: number
  onClick?: (point: LngLat) => void
  /** layers, from lowest to highest */
  children?: ReactNode
}

type Camera = { longitude: number; latitude: number; zoom: number }

/** A map over the installation's own streets. Fills its parent; loads with the page that shows it, never before. */
export const MapView = (props: MapViewProps) => {
  const scheme = useComputedColorScheme('light', { getInitialValueInEffect: false })
  const { tiles } = useSettings().streets
  const [camera, setCamera] = useState<Camera | null>(null)
  // Style, images and layers are made again for the other theme or other streets; the camera stays where it was.
  return (
    <Canvas
      key={`${scheme} ${tiles ?? ''}`}
      {...props}
      palette={paletteOf(scheme)}
      tiles={tiles}
      camera={camera}
      onCamera={setCamera}
    />
  )
}

type CanvasProps = MapViewProps & {
  palette: MapPalette
  tiles: string | null
  camera: Camera | null
  onCamera: (camera: Camera) => void
}

/** Where the camera is, for stories that cannot look into the map's canvas: `longitude,latitude,zoom`. */
const cameraText = (camera: Camera | null): string | undefined =>
  camera === null ? undefined : [camera.longitude.toFixed(4), camera.latitude.toFixed(4), camera.zoom.toFixed(1)].join()

/** Whether something is still to be drawn, for stories as well: a click finds only what is on the map. No render for it. */
const tellDrawing = (frame: HTMLDivElement | null, drawing: boolean): void =>
  frame?.setAttribute('data-drawing', String(drawing))

type Trouble = 'no_drawing' | 'tiles' | null
const allThere: ReadonlySet<string> = new Set()

const Canvas = ({
  label,
  bounds,
  fitDelay = 0,
  fitZoom = 15,
  follows = true,
  padding = FIT_PADDING,
  center,
  zoom,
  onClick,
  children,
  palette,
  tiles,
  camera,
  onCamera,
}: CanvasProps) => {
  const settings = useSettings()
  const frame = useRef<HTMLDivElement>(null)
  const [undrawn, setUndrawn] = useState(false)
  const [missing, setMissing] = useState(allThere)
  const trouble: Trouble = undrawn ? 'no_drawing' : missing.size > 0 ? 'tiles' : null
  const style = useMemo(() => {
    if (tiles !== null) offerTiles(tiles)
    return streetStyle(palette, tiles)
  }, [palette, tiles])
  const { mapCenter, mapZoom } = settings.app
  const start =
    camera ??
    (bounds === null
      ? {
          longitude: center?.[0] ?? mapCenter.lng,
          latitude: center?.[1] ?? mapCenter.lat,
          zoom: zoom ?? mapZoom,
        }
      : { bounds: toCorners(bounds), fitBoundsOptions: { padding, maxZoom: fitZoom } })
  return (
    // MapLibre makes its canvas a region with the label as its name.
    <div ref={frame} className={classes['map']} data-camera={cameraText(camera)}>
      <MapCanvas
        mapLib={maplibre}
        mapStyle={style}
        initialViewState={start}
        attributionControl={false}
        dragRotate={false}
        touchPitch={false}
        pitchWithRotate={false}
        maxZoom={19}
        minZoom={2}
        fadeDuration={0}
        renderWorldCopies={false}
        locale={{ 'Map.Title': label }}
        onMoveEnd={({ viewState }) =>
          onCamera({ longitude: viewState.longitude, latitude: viewState.latitude, zoom: viewState.zoom })
        }
        onLoad={({ target }) => {
          target.touchZoomRotate.disableRotation()
          onCamera({ longitude: target.getCenter().lng, latitude: target.getCenter().lat, zoom: target.getZoom() })
        }}
        onRender={() => tellDrawing(frame.current, true)}
        onIdle={() => tellDrawing(frame.current, false)}
        onError={(event) =>
          event.target === null ? setUndrawn(true) : setMissing((before) => withFailure(before, event))
        }
        onSourceData={(event) => setMissing((before) => withArrival(before, event))}
        {...(onClick === undefined ? {} : { onClick: (event) => onClick([event.lngLat.lng, event.lngLat.lat]) })}
      >
        <PaletteContext value={palette}>
          {children}
          <FitBounds
            padding={padding}
            bounds={bounds}
            delay={fitDelay}
            maxZoom={fitZoom}
            shownAtStart={camera === null}
            follows={follows}
          />
          <MapControls padding={padding} bounds={bounds} fitZoom={fitZoom} />
        </PaletteContext>
      </MapCanvas>
      <Notice trouble={trouble} streets={settings.streets.available} />
      {settings.streets.available && (
        <p className={classes['attribution']}>
          {settings.streets.demo ? mapStrings.demoTown : settings.streets.attribution || mapStrings.openStreetMap}
        </p>
      )}
    </div>
  )
}

const Notice = ({ trouble, streets }: { trouble: Trouble; streets: boolean }) => {
  const text =
    trouble === 'no_drawing'
      ? mapStrings.noDrawing
      : !streets
        ? mapStrings.noStreets
        : trouble === 'tiles'
          ? mapStrings.tilesFailed
          : null
  return text === null ? null : (
    <p role="status" className={classes['notice']}>
      {text}
    </p>
  )
}
