import { seededRandom } from '@ambit/random'
import { distance, lengthOf } from './geometry.ts'
import type { Line } from './geometry.ts'
import { SUBURBS } from './layout.ts'
import { suburbAt } from './terrain.ts'

const WORDS = `Abbott Acacia Adelong Ainsley Albany Alder Allambie Anchor Angophora Archer Ashgrove Aspley Avoca Avonlea
Balmoral Bandicoot Banksia Barclay Barramundi Beacon Beaumont Bellbird Bellevue Benson Birch Bloodwood Bluegum Boronia
Bosun Bottlebrush Bowline Boxwood Braddon Bradshaw Brigalow Brinsley Brolga Bronte Bulwer Buoy Burdekin Butcherbird
Callistemon Camden Campbell Canning Capella Capstan Carmody Carrick Carrington Cassia Cassowary Cedar Chandler Charlton
Clarendon Clifton Clipper Cockatoo Collier Compass Conway Coolibah Coral Cormorant Corella Cornwall Cowrie Crawford
Crestview Currawong Curlew Cutter Cypress Dalton Daintree Dawson Deakin Denham Denison Dinghy Dolphin Dorset Drummond
Dugong Dunlop Durack Eastwood Ebony Edinburgh Egret Elgin Elizabeth Elkhorn Ellison Emu Endeavour Eucalypt Evans Fairfax
Fairlight Falcon Fathom Fernleigh Fig Finch Fisher Fitzroy Flinders Foster Foxglove Frangipani Frigate Gannet Gardenia
Garfish Geraldton Gilmore Gladstone Glenmore Goanna Gordon Goshawk Grevillea Greenway Griffin Grove Gull Gumtree Hakea
Halcyon Hamilton Harbour Hargreaves Harpoon Harrier Hartley Hastings Hawkesbury Helm Heron Hibiscus Hillcrest Holland
Honeyeater Hopetoun Hovea Hughes Hunter Ibis Illawarra Ironbark Ivory Jabiru Jacana Jacaranda Jamieson Jarrah Jasmine
Jetty Kanooka Kauri Keel Kelso Kendall Kennedy Kestrel Kimberley Kingfisher Kookaburra Kurrajong Lachlan Lagoon Lamington
Lansdowne Lantern Larkspur Latimer Lawson Leichhardt Lighthouse Lilly Linden Lomandra Longreach Lorikeet Lyrebird
Macadamia Mackenzie Magnolia Magpie Mainsail Mallee Malvern Mangrove Marlin Marlow Martin Mawson Melaleuca Merrick
Merlin Milford Mistral Mitchell Moorings Moreton Mornington Mortimer Mulga Mullet Murray Myrtle Nankeen Nautilus Nelson
Newport Norfolk Norwood Oakleigh Oleander Orchid Orient Osprey Oxley Oyster Paddock Pandanus Paperbark Pardalote Parker
Parkes Peppermint Perch Petrel Pilot Pinnacle Piper Plover Poinciana Porter Prospect Quandong Quay Quinn Quoll Radcliffe
Rainbow Raleigh Rankin Redgum Reef Regatta Regent Richmond Ridgeway Riverview Robertson Rosella Rosewood Rowan Ruddock
Russell Sailfish Saltbush Sandalwood Sandpiper Sandstone Schooner Seabreeze Seagrass Seaview Shearwater Sheoak Sherwood
Silky Simpson Skiff Snapper Somerset Spinifex Spinnaker Spoonbill Springfield Stanley Starboard Sterling Stirling
Stringybark Sturt Sunbird Sundew Sunrise Surfside Swan Sycamore Tallowood Tamarind Tasman Teal Teatree Telopea Tern
Thornton Tiller Topsail Torrens Trevally Trident Trinity Tristania Tuckeroo Turnbull Turnstone Turpentine Turtle
Underwood Valencia Vernon Verney Viewland Voyager Wallaby Walnut Wandoo Waratah Warrego Waterford Wattle Wavell Wedgetail
Wellington Wentworth Westbourne Whimbrel Whistler Whitby Whiting Wilga Willow Wilson Windsor Wollemi Wombat Woodlands
Woollybutt Wren Yabby Yarra Yellowtail York Zephyr`.split(/\s+/)

const KINDS = {
  short: ['Court', 'Close', 'Place', 'Lane', 'Mews', 'Grove'],
  bent: ['Crescent', 'Circuit', 'Drive', 'Way', 'Rise'],
  long: ['Street', 'Street', 'Street', 'Avenue', 'Road', 'Drive', 'Parade', 'Terrace'],
  middle: ['Street', 'Street', 'Street', 'Avenue', 'Street', 'Terrace', 'Way', 'Grove'],
} as const

const shapeOf = (line: Line): keyof typeof KINDS => {
  const length = lengthOf(line)
  if (distance(line[0], line[line.length - 1]) < length * 0.88) return 'bent'
  if (length < 190) return 'short'
  return length > 520 ? 'long' : 'middle'
}

/**
 * A name for each street. Within a suburb no name comes twice; across suburbs a word may return with another kind, and
 * a few streets share their whole name, as the real ones do that make a caller say the suburb as well.
 */
export const nameStreets = (seed: number, streets: readonly Line[], taken: readonly string[]): string[] => {
  const random = seededRandom(seed, 'street names')
  const full = new Set(taken)
  const local = new Set<string>()
  const order = [...random.shuffled(WORDS), ...random.shuffled(WORDS), ...random.shuffled(WORDS)]
  let at = 0
  const shared = ['Church Street', 'Station Street', 'Hill Street', 'Park Avenue', 'School Lane']
  return streets.map((line) => {
    const suburb = suburbAt(line[line.length >> 1]).name
    const common = random.chance(0.035) ? random.pick(shared) : null
    if (common && !local.has(`${suburb} ${common}`)) {
      local.add(`${suburb} ${common}`)
      return common
    }
    for (;;) {
      const word = order[at++ % order.length]
      const name = `${word} ${random.pick(KINDS[shapeOf(line)])}`
      if (full.has(name) || SUBURBS.some((other) => other.name === name)) continue
      full.add(name)
      return name
    }
  })
}
