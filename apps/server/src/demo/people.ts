import type { Random } from '@ambit/random'

export type Person = { first_name: string; last_name: string; username: string; email: string; phone_number: string }

const firstNames =
  'Amelia Aroha Ava Ben Beatrice Callum Charlie Chloe Daniel Darcy Dimitri Edith Elena Eli Ella Emeka Ethan Farah Fatima Finn Freya George Grace Gus Hana Harper Henry Hugo Imogen Indira Isaac Isla Jack Jade Jonah Josie Kaia Kalani Kiri Leo Liam Lila Lucia Luca Maeve Maria Mateo Matilda Mei Mia Mila Mohammed Nadia Nina Noah Nora Olive Oliver Omar Oscar Patrick Pearl Phoebe Priya Quinn Raj Rosa Ruby Sadie Samir Sam Scarlett Sienna Sofia Tane Teresa Theo Tess Uma Una Victor Violet Wei Will Willow Xanthe Yusuf Yara Zac Zara Zoe'.split(
    ' ',
  )
const lastNames =
  'Abbott Ahmed Anderson Baker Bell Bennett Brown Campbell Carter Chen Clarke Cooper Costa Dalton Davis Edwards Ellis Evans Fernando Fisher Ford Foster Gallagher Garcia Gibson Graham Grant Green Hall Hamilton Harris Hassan Hughes Hunt Ivanova Jackson James Johnson Jones Kelly Khan Kaur King Kowalski Lam Lee Lewis Lopez Macdonald Marsh Martin Mason Miller Mitchell Moore Morgan Murphy Nguyen Novak O’Brien Okafor Palmer Papadopoulos Park Patel Pereira Phillips Price Reid Reilly Roberts Robinson Rossi Russell Ryan Santos Scott Shaw Silva Simpson Singh Smith Stewart Sullivan Tanaka Taufa Taylor Thomas Thompson Tran Turner Walker Walsh Ward Watson White Williams Wilson Wong Wood Wright Young Zhang'.split(
    ' ',
  )

const plain = (name: string): string => name.toLowerCase().replace(/[^a-z]/g, '')

/** Draws people with distinct usernames and addresses. Every address is at a reserved domain (RFC 2606). */
export const createPeople = (random: Random, domain: string) => {
  const taken = new Set<string>()
  return (): Person => {
    const first_name = random.pick(firstNames)
    const last_name = random.pick(lastNames)
    const stem = plain(first_name).slice(0, 1) + plain(last_name)
    let username = stem
    for (let n = 2; taken.has(username); n++) username = `${stem}${n}`
    taken.add(username)
    const digits = (count: number): string => Array.from({ length: count }, () => random.below(10)).join('')
    return {
      first_name,
      last_name,
      username,
      email: `${username}@${domain}`,
      phone_number: `+61 4${digits(2)} ${digits(3)} ${digits(3)}`,
    }
  }
}
