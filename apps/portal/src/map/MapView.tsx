import type { Bbox, LngLat } from '@ambit/geo'
import { useComputedColorScheme } from '@mantine/core'
import { Map as MapCanvas, type MapRef } from '@vis.gl/react-maplibre'
import { type ReactNode, useMemo, useRef, useState } from 'react'
import { useSettings } from '../settings/settings.ts'
import { FitBounds } from './FitBounds.tsx'
import classes from './map.module.css'
import { MapControls } from './MapControls.tsx'
import { maplibre, offerTiles } from './maplibre.ts'
import { type MapPalette, paletteOf } from './palette.ts'
import { PaletteContext } from './palette-context.ts'
import { mapStrings } from './strings.ts'
import { streetStyle } from './style.ts'

export type MapViewProps = {
  /** what the map shows, for those who cannot see it */
  label: string
  /** what it shows first, and again a moment after it changed; null: the settings' centre */
  bounds: Bbox | null
  /** milliseconds between a change of the bounds and the camera's move */
  fitDelay?: number
  /** greatest zoom that fitting goes to */
  fitZoom?: number
  /** where to look while there are no bounds */
  center?: LngLat | null
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
  const camera = useRef<Camera | null>(null)
  // Style, images and layers are made anew for the other theme or other streets; the camera stays where it was.
  return (
    <Canvas key={`${scheme} ${tiles ?? ''}`} {...props} palette={paletteOf(scheme)} tiles={tiles} camera={camera} />
  )
}

type CanvasProps = MapViewProps & {
  palette: MapPalette
  tiles: string | null
  camera: { current: Camera | null }
}

type Trouble = 'no_drawing' | 'tiles' | null

const Canvas = ({
  label,
  bounds,
  fitDelay = 0,
  fitZoom = 15,
  center,
  zoom = 12,
  onClick,
  children,
  palette,
  tiles,
  camera,
}: CanvasProps) => {
  const settings = useSettings()
  const [trouble, setTrouble] = useState<Trouble>(null)
  const mapRef = useRef<MapRef>(null)
  const style = useMemo(() => {
    if (tiles !== null) offerTiles(tiles)
    return streetStyle(palette, tiles)
  }, [palette, tiles])
  const { lng, lat } = settings.app.mapCenter
  const start = camera.current ?? {
    ...(bounds === null
      ? { longitude: center?.[0] ?? lng, latitude: center?.[1] ?? lat, zoom }
      : {
          bounds: [...bounds] as [number, number, number, number],
          fitBoundsOptions: { padding: 56, maxZoom: fitZoom },
        }), // four numbers in, four out
  }
  return (
    <section className={classes['map']} aria-label={label}>
      <MapCanvas
        ref={mapRef}
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
        onMove={({ viewState }) => {
          camera.current = { longitude: viewState.longitude, latitude: viewState.latitude, zoom: viewState.zoom }
        }}
        onLoad={({ target }) => target.touchZoomRotate.disableRotation()}
        onError={(event) => setTrouble((before) => (event.target === null ? 'no_drawing' : (before ?? 'tiles')))}
        {...(onClick === undefined ? {} : { onClick: (event) => onClick([event.lngLat.lng, event.lngLat.lat]) })}
      >
        <PaletteContext value={palette}>
          {children}
          <FitBounds bounds={bounds} delay={fitDelay} maxZoom={fitZoom} skipFirst={camera.current === null} />
          <MapControls bounds={bounds} fitZoom={fitZoom} />
        </PaletteContext>
      </MapCanvas>
      <Notice trouble={trouble} streets={settings.streets.available} />
      {settings.streets.available && (
        <p className={classes['attribution']}>
          {settings.streets.demo ? mapStrings.demoTown : (settings.streets.attribution ?? mapStrings.openStreetMap)}
        </p>
      )}
    </section>
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
