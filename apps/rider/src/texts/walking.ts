import type { RideWalk } from '@ambit/contract'
import type { Language } from './say.ts'

/** How one goes on at a junction. */
export type Turn = Exclude<RideWalk['steps'][number]['kind'], 'arrive'>

/** What is said of a way on foot; apart from other texts, as it is not there on a first visit. */
type WalkingTexts = {
  way_on_foot: string
  pickup: string
  dropoff: string
  map_pickup: string
  map_dropoff: string
  turns: Record<Turn, string>
  /** with `turn`, `street` and `distance` in braces */
  begin: string
  begin_unnamed: string
  into: string
  stay: string
  unnamed: string
}

export const walkingTexts: Readonly<Record<Language, WalkingTexts>> = {
  en: {
    way_on_foot: 'The way on foot',
    pickup: 'On foot to the stop',
    dropoff: 'On foot from the stop',
    map_pickup: 'Map of the way on foot to the stop',
    map_dropoff: 'Map of the way on foot from the stop',
    turns: {
      left: 'Left',
      right: 'Right',
      slight_left: 'Slightly left',
      slight_right: 'Slightly right',
      sharp_left: 'Sharply left',
      sharp_right: 'Sharply right',
      straight: 'Straight on',
      roundabout: 'At the roundabout',
      u_turn: 'Back',
    },
    begin: '{distance} along {street}',
    begin_unnamed: '{distance} along the path',
    into: '{turn} into {street}, {distance}',
    stay: '{turn}, still along {street}, {distance}',
    unnamed: '{turn}, {distance}',
  },
  de: {
    way_on_foot: 'Der Fußweg',
    pickup: 'Zu Fuß zur Haltestelle',
    dropoff: 'Zu Fuß von der Haltestelle',
    map_pickup: 'Karte mit dem Fußweg zur Haltestelle',
    map_dropoff: 'Karte mit dem Fußweg von der Haltestelle',
    turns: {
      left: 'Links',
      right: 'Rechts',
      slight_left: 'Leicht links',
      slight_right: 'Leicht rechts',
      sharp_left: 'Scharf links',
      sharp_right: 'Scharf rechts',
      straight: 'Geradeaus',
      roundabout: 'Am Kreisverkehr',
      u_turn: 'Zurück',
    },
    begin: '{street} entlang, {distance}',
    begin_unnamed: 'Den Weg entlang, {distance}',
    into: '{turn} auf {street}, {distance}',
    stay: '{turn}, weiter auf {street}, {distance}',
    unnamed: '{turn}, {distance}',
  },
  es: {
    way_on_foot: 'El camino a pie',
    pickup: 'A pie hasta la parada',
    dropoff: 'A pie desde la parada',
    map_pickup: 'Mapa del camino a pie hasta la parada',
    map_dropoff: 'Mapa del camino a pie desde la parada',
    turns: {
      left: 'A la izquierda',
      right: 'A la derecha',
      slight_left: 'Ligeramente a la izquierda',
      slight_right: 'Ligeramente a la derecha',
      sharp_left: 'Giro cerrado a la izquierda',
      sharp_right: 'Giro cerrado a la derecha',
      straight: 'Todo recto',
      roundabout: 'En la rotonda',
      u_turn: 'Hacia atrás',
    },
    begin: '{distance} por {street}',
    begin_unnamed: '{distance} por el camino',
    into: '{turn} por {street}, {distance}',
    stay: '{turn}, siga por {street}, {distance}',
    unnamed: '{turn}, {distance}',
  },
}
