import { useMap } from '@vis.gl/react-maplibre'
import { useEffect } from 'react'
import { IMAGE_RATIO } from './draw-image.ts'

export type MapImage = { data: ImageData; stretchX?: [number, number][] }

/** Gives the map images by their names; those that it has already stay. */
export const useImages = (images: ReadonlyMap<string, MapImage>): void => {
  const { current: map } = useMap()
  useEffect(() => {
    if (map === undefined) return
    for (const [name, { data, ...stretch }] of images)
      if (!map.hasImage(name)) map.addImage(name, data, { pixelRatio: IMAGE_RATIO, ...stretch })
  }, [map, images])
}
