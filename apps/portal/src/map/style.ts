import { type Flavor, GRAYSCALE, layers } from '@protomaps/basemaps'
import type { LayerSpecification, StyleSpecification } from 'maplibre-gl'
import type { MapPalette } from './palette.ts'

/**
 * Labels are drawn from the page's own web font, so the style names no glyph server. The first family of a stack sets
 * the weight (MapLibre reads it from the name), the second is the one that exists.
 */
export const fonts = {
  regular: ['Inter Variable'],
  medium: ['Inter Medium', 'Inter Variable'],
  semibold: ['Inter Semibold', 'Inter Variable'],
}

/** the source of the street tiles */
export const STREETS = 'streets'
/** what is drawn beneath this layer covers no names */
export const LOWEST_LABEL = 'water_waterway_label'

/** Shops, shields, arrows and house numbers are noise on a map that is about vehicles. */
const noise = new Set([
  'pois',
  'roads_shields',
  'roads_oneway',
  'address_label',
  'places_country',
  'places_region',
  'landcover',
  'roads_taxiway',
])

/** `tiles`: the address of a PMTiles file, or null where there are no streets. */
export const streetStyle = (palette: MapPalette, tiles: string | null): StyleSpecification => ({
  version: 8,
  sources:
    tiles === null ? {} : { [STREETS]: { type: 'vector', url: `pmtiles://${new URL(tiles, location.href).href}` } },
  layers: [
    { id: 'land', type: 'background', paint: { 'background-color': palette.land } },
    ...(tiles === null ? [] : streetLayers(palette)),
  ],
})

const streetLayers = (palette: MapPalette): LayerSpecification[] =>
  // The library is typed against an older copy of the style specification; its layers are valid in ours.
  (layers(STREETS, flavor(palette), { lang: 'en' }) as LayerSpecification[])
    .filter(({ id, type }) => type !== 'background' && !noise.has(id))
    .map((layer) => quiet(layer, palette))

/** Own fonts, sizes and halos over the library's; icons go, for there is no sprite. */
const quiet = (layer: LayerSpecification, palette: MapPalette): LayerSpecification => {
  if (layer.type !== 'symbol') return layer
  const {
    'icon-image': _icon,
    'icon-size': _size,
    'text-variable-anchor': _anchor,
    'text-radial-offset': _offset,
    ...layout
  } = layer.layout ?? {}
  const place = layer.id.startsWith('places_')
  return {
    ...layer,
    layout: {
      ...layout,
      'text-field': ['get', 'name'],
      'text-font': place ? fonts.medium : fonts.regular,
      'text-letter-spacing': 0,
      'text-transform': 'none',
      'text-justify': 'center',
      'text-anchor': 'center',
      'text-size': place
        ? [
            'interpolate',
            ['linear'],
            ['zoom'],
            8,
            layer.id === 'places_locality' ? 13 : 10,
            15,
            layer.id === 'places_locality' ? 17 : 13,
          ]
        : ['interpolate', ['linear'], ['zoom'], 12, 10, 17, 12.5],
    },
    paint: {
      'text-color': layer.id.startsWith('water') ? palette.waterLabel : place ? palette.labelStrong : palette.label,
      'text-halo-color': layer.id.startsWith('water') ? palette.water : palette.halo,
      'text-halo-width': 1.4,
    },
  }
}

const flavor = (palette: MapPalette): Flavor => {
  const { land, green, builtUp, water, roadMinor, roadMajor, roadCasing } = palette
  const all = (keys: readonly (keyof typeof GRAYSCALE)[], color: string) =>
    Object.fromEntries(keys.map((key) => [key, color]))
  return {
    ...GRAYSCALE,
    ...all(['background', 'earth'], land),
    ...all(['park_a', 'park_b', 'wood_a', 'wood_b', 'scrub_a', 'scrub_b', 'zoo'], green),
    ...all(
      ['hospital', 'industrial', 'school', 'pedestrian', 'sand', 'beach', 'aerodrome', 'military', 'glacier'],
      builtUp,
    ),
    water,
    runway: roadMinor,
    pier: builtUp,
    buildings: palette.building,
    ...all(
      ['minor_a', 'minor_b', 'minor_service', 'other', 'link', 'bridges_minor', 'bridges_link', 'bridges_other'],
      roadMinor,
    ),
    ...all(['tunnel_minor', 'tunnel_other', 'tunnel_link', 'tunnel_major', 'tunnel_highway'], roadMinor),
    ...all(['major', 'highway', 'bridges_major', 'bridges_highway'], roadMajor),
    ...all(
      [
        'minor_casing',
        'minor_service_casing',
        'link_casing',
        'major_casing_early',
        'major_casing_late',
        'highway_casing_early',
        'highway_casing_late',
        'bridges_other_casing',
        'bridges_minor_casing',
        'bridges_link_casing',
        'bridges_major_casing',
        'bridges_highway_casing',
        'tunnel_other_casing',
        'tunnel_minor_casing',
        'tunnel_link_casing',
        'tunnel_major_casing',
        'tunnel_highway_casing',
      ],
      roadCasing,
    ),
    railway: palette.rail,
    boundaries: palette.rail,
  }
}
