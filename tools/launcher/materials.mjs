// What is in the product besides our own code: a bill of materials (CycloneDX) and the licences of all of it.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ensureNpm, environment, root } from './runtime.mjs'
import { step, Trouble } from './screen.mjs'

const folder = join(root, 'dist')
const development = ({ properties }) => properties.some(({ name }) => name === 'cdx:npm:package:development')

/**
 * By npm's own command, of the lockfile. Its `--omit dev` also drops what a part of the product and a tool share, so
 * what development alone needs is taken out here.
 */
export async function billOfMaterials(node) {
  const npm = await ensureNpm(node)
  const made = spawnSync(npm[0], [...npm.slice(1), 'sbom', '--sbom-format', 'cyclonedx', '--package-lock-only'], {
    cwd: root,
    encoding: 'utf8',
    env: environment(node),
    maxBuffer: 64 * 1024 * 1024,
  })
  if (made.status !== 0) throw new Trouble('npm could not list what the product is made of.', made.stderr)
  const bill = JSON.parse(made.stdout)
  const components = bill.components.filter((component) => !development(component))
  const shipped = new Set([bill.metadata.component, ...components].map((component) => component['bom-ref']))
  const dependencies = bill.dependencies
    .filter(({ ref }) => shipped.has(ref))
    .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((other) => shipped.has(other)) }))
  return { ...bill, components, dependencies }
}

/** `pkg:npm/%40fastify/cookie@11.1.5` → `@fastify/cookie` */
const nameOf = ({ purl }) => decodeURIComponent(purl.replace(/^pkg:npm\//, '').replace(/@[^@]*$/, ''))

const licenceOf = ({ licenses = [] }) =>
  licenses.map(({ license, expression }) => expression ?? license.id ?? license.name).join(' AND ')

/** Those of others, by name, with the licence that each states or has a file of. */
export function licencesOf({ components }) {
  return components
    .filter((component) => !nameOf(component).startsWith('@ambit/'))
    .map((component) => {
      const text = textOf(nameOf(component))
      const licence = licenceOf(component) || titleOf(text)
      return { name: nameOf(component), version: component.version, licence, text }
    })
    .sort((one, other) => (`${one.name}@${one.version}` < `${other.name}@${other.version}` ? -1 : 1))
}

/** Of a package that states none, or misspells it. */
const titleOf = (text) =>
  text.startsWith('BSD 3-Clause')
    ? 'BSD-3-Clause'
    : text.startsWith('Fonts are (c) Bitstream')
      ? 'Bitstream-Vera'
      : /^(The )?MIT License/.test(text)
        ? 'MIT'
        : ''

/** Empty for packages of other platforms, which are not installed, and for those that come without a file. */
function textOf(name) {
  const place = join(root, 'node_modules', name)
  const file = existsSync(place) ? readdirSync(place).find((entry) => /^(licen[cs]e|copying)/i.test(entry)) : undefined
  return file === undefined ? '' : readFileSync(join(place, file), 'utf8')
}

export async function writeMaterials(node) {
  await step('Listing what the product is made of', async () => {
    const bill = await billOfMaterials(node)
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, 'bom.cdx.json'), `${JSON.stringify(bill, null, 2)}\n`)
    const entries = licencesOf(bill).map(
      ({ name, version, licence, text }) => `${name} ${version}\n${licence}\n\n${text.trim()}\n`,
    )
    writeFileSync(join(folder, 'licences.txt'), entries.join(`\n${'-'.repeat(80)}\n\n`))
  })
}
