import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { parseAllDocuments, parse } from 'yaml'
import { z } from 'zod'

/** What the files of `deploy` promise, as far as it shows without a cluster or a container. */
const root = join(import.meta.dirname, '..')
const read = (path: string): string => readFileSync(join(root, 'deploy', path), 'utf8')

const Labels = z.record(z.string(), z.string())
const Container = z.object({
  name: z.string(),
  image: z.literal('ambit'),
  args: z.array(z.string()).optional(),
  ports: z.array(z.object({ name: z.string(), containerPort: z.number() })).optional(),
  readinessProbe: z.object({ httpGet: z.object({ path: z.string() }) }).optional(),
  livenessProbe: z.object({ httpGet: z.object({ path: z.string() }) }).optional(),
  resources: z.object({
    requests: z.object({ cpu: z.string(), memory: z.string() }),
    limits: z.object({ memory: z.string() }),
  }),
  securityContext: z.object({
    allowPrivilegeEscalation: z.literal(false),
    readOnlyRootFilesystem: z.literal(true),
    capabilities: z.object({ drop: z.tuple([z.literal('ALL')]) }),
  }),
  volumeMounts: z.array(z.object({ name: z.string(), mountPath: z.string() })),
})
const Pod = z.object({
  metadata: z.object({ labels: Labels }),
  spec: z.object({
    automountServiceAccountToken: z.literal(false),
    serviceAccountName: z.string(),
    terminationGracePeriodSeconds: z.number().optional(),
    securityContext: z.looseObject({ runAsNonRoot: z.literal(true), runAsUser: z.literal(10_001) }),
    containers: z.array(Container).length(1),
    volumes: z.array(
      z.looseObject({ name: z.string(), persistentVolumeClaim: z.object({ claimName: z.string() }).optional() }),
    ),
  }),
})
const Manifest = z.object({
  apiVersion: z.string(),
  kind: z.string(),
  metadata: z.looseObject({ name: z.string() }),
  spec: z.unknown().optional(),
})

describe('the manifests for Kubernetes', () => {
  const folder = join(root, 'deploy/kubernetes')
  const Kustomization = z.looseObject({
    resources: z.array(z.string()),
    configMapGenerator: z.array(z.object({ name: z.string(), literals: z.array(z.string()) })),
  })
  const kustomization = Kustomization.parse(parse(read('kubernetes/kustomization.yaml')))
  const manifests = kustomization.resources.flatMap((file) =>
    parseAllDocuments(read(`kubernetes/${file}`)).map((document) => {
      if (document.errors.length > 0) throw new Error(`${file} is not valid YAML`)
      return Manifest.parse(document.toJS())
    }),
  )
  const spec = (kind: string): unknown => manifests.find((one) => one.kind === kind)?.spec
  const Deployment = z.object({ replicas: z.number(), selector: z.object({ matchLabels: Labels }), template: Pod })
  const deployment = Deployment.parse(spec('Deployment'))
  const pods = [
    deployment.template,
    z.object({ template: Pod }).parse(spec('Job')).template,
    z.object({ jobTemplate: z.object({ spec: z.object({ template: Pod }) }) }).parse(spec('CronJob')).jobTemplate.spec
      .template,
  ]

  // covers: OPS-82
  test('are all listed, and no file is left out', () => {
    const files = readdirSync(folder).filter((name) => name !== 'kustomization.yaml')
    expect(kustomization.resources.toSorted()).toEqual(files.toSorted())
    expect(new Set(manifests.map(({ kind }) => kind))).toEqual(
      new Set(
        'Namespace ServiceAccount PersistentVolumeClaim Job Deployment Service Ingress CronJob PodDisruptionBudget NetworkPolicy'.split(
          ' ',
        ),
      ),
    )
  })

  // covers: OPS-82
  test('ask for no rights, and run everything as an ordinary user on a disk that is only read', () => {
    // The schema above holds for each; nothing binds a role.
    expect(pods).toHaveLength(3)
    expect(manifests.filter(({ kind }) => /Role|Binding/.test(kind))).toEqual([])
    for (const { spec: pod } of pods) {
      const [container] = pod.containers
      expect(pod.volumes.map(({ name }) => name).toSorted()).toEqual(
        container!.volumeMounts.map(({ name }) => name).toSorted(), // of the schema: one
      )
      const claims = manifests
        .filter(({ kind }) => kind === 'PersistentVolumeClaim')
        .map(({ metadata }) => metadata.name)
      for (const volume of pod.volumes)
        if (volume.persistentVolumeClaim !== undefined) expect(claims).toContain(volume.persistentVolumeClaim.claimName)
    }
  })

  // covers: OPS-82
  test('run two servers that are asked whether they are ready, and have longer to end than they need', () => {
    expect(deployment.replicas).toBe(2)
    const { spec: pod, metadata } = deployment.template
    const [container] = pod.containers
    expect([container!.readinessProbe?.httpGet.path, container!.livenessProbe?.httpGet.path]).toEqual([
      '/readyz',
      '/healthz',
    ])
    const literals = kustomization.configMapGenerator.flatMap((one) => one.literals)
    const drain = Number(literals.find((one) => one.startsWith('AMBIT_DRAIN_SECONDS='))?.split('=')[1])
    expect(drain).toBeGreaterThan(5)
    expect(pod.terminationGracePeriodSeconds).toBeGreaterThan(30 + drain)
    const selectors = [deployment.selector.matchLabels, z.object({ selector: Labels }).parse(spec('Service')).selector]
    for (const selector of selectors) expect(metadata.labels).toMatchObject(selector)
    const budget = z.object({ selector: z.object({ matchLabels: Labels }) }).parse(spec('PodDisruptionBudget'))
    expect(metadata.labels).toMatchObject(budget.selector.matchLabels)
  })

  // covers: OPS-82
  test('let streams stay open, let in nobody but the ingress and the one who watches, and call out where they must', () => {
    const ingress = manifests.find(({ kind }) => kind === 'Ingress')
    const held = z.object({ annotations: Labels }).parse(ingress?.metadata).annotations
    expect(Number(held['nginx.ingress.kubernetes.io/proxy-read-timeout'])).toBeGreaterThanOrEqual(3600)
    expect(held['nginx.ingress.kubernetes.io/proxy-buffering']).toBe('off')
    const Peers = z.array(z.object({ ports: z.array(z.looseObject({ port: z.number() })) }))
    const policy = z
      .object({
        podSelector: z.object({ matchLabels: Labels }),
        policyTypes: z.array(z.string()),
        ingress: Peers.and(z.array(z.object({ from: z.array(z.unknown()).min(1) }))),
        egress: Peers,
      })
      .parse(spec('NetworkPolicy'))
    expect(policy.policyTypes).toEqual(['Ingress', 'Egress'])
    for (const { metadata } of pods) expect(metadata.labels).toMatchObject(policy.podSelector.matchLabels)
    const ports = (peers: z.infer<typeof Peers>): number[] =>
      peers.flatMap((peer) => peer.ports.map(({ port }) => port))
    expect(ports(policy.ingress)).toEqual([8080])
    expect(new Set(ports(policy.egress))).toEqual(new Set([53, 5432, 443, 465, 587]))
  })

  test('start commands that exist', () => {
    const commands = pods.flatMap(({ spec: pod }) => pod.containers.map(({ args }) => args))
    expect(commands.map((args) => args?.slice(1))).toEqual([undefined, ['migrate'], ['backup', '--keep']])
    for (const args of commands) if (args !== undefined) expect(existsSync(join(root, args[0]!))).toBe(true)
  })
})

describe('the file for Docker Compose', () => {
  const Service = z.looseObject({
    image: z.string(),
    depends_on: z.record(z.string(), z.object({ condition: z.string() })).optional(),
    volumes: z.array(z.string()).optional(),
    environment: z.record(z.string(), z.string()).optional(),
  })
  const compose = z
    .object({ name: z.string(), services: z.record(z.string(), Service), volumes: z.record(z.string(), z.null()) })
    .parse(parse(read('compose.yml')))

  test('starts the database with a password from a file, and the server once it answers', () => {
    expect(compose.services['database']?.image).toBe('postgres:17')
    expect(compose.services['ambit']?.depends_on).toEqual({ database: { condition: 'service_healthy' } })
    const secrets = Object.values(compose.services).flatMap(({ environment = {} }) =>
      Object.entries(environment).filter(([key]) => /PASSWORD|DATABASE_URL/.test(key)),
    )
    expect(secrets.map(([key, value]) => [key.endsWith('_FILE'), value.startsWith('/secrets/')])).toEqual([
      [true, true],
      [true, true],
    ])
  })

  test('names only volumes and files that are there', () => {
    const sources = Object.values(compose.services).flatMap(({ volumes = [] }) =>
      volumes.map((one) => one.split(':')[0]!),
    )
    for (const source of sources) {
      if (source.startsWith('.')) expect(existsSync(join(root, 'deploy', source))).toBe(true)
      else expect(Object.keys(compose.volumes)).toContain(source)
    }
  })
})

describe('the image', () => {
  const lines = read('Dockerfile').split('\n')

  test('runs as an ordinary user, has a health check, and needs no shell to start', () => {
    expect(lines).toContain('USER 10001:10001')
    for (const word of ['ENTRYPOINT', 'CMD']) {
      const line = lines.findLast((one) => one.trim().startsWith(word))
      expect(z.array(z.string()).parse(JSON.parse(line!.trim().slice(word.length)))).not.toEqual([])
    }
    expect(read('Dockerfile')).toMatch(/HEALTHCHECK [^]*\/healthz/)
  })

  test('copies only what is there', () => {
    const copied = lines.filter((line) => line.startsWith('COPY --from=build /ambit/'))
    const sources = copied.flatMap((line) => line.split(' ').slice(2, -1))
    const missing = sources
      .map((source) => source.replace('/ambit/', ''))
      .filter((source) => !/node_modules|dist/.test(source) && !existsSync(join(root, source)))
    expect(missing).toEqual([])
    expect(sources).toContain('/ambit/apps/server')
  })
})

const analyse = spawnSync('systemd-analyze', ['--version'])
const unit = join(root, 'deploy/systemd/ambit.service')

// covers: OPS-81
test.skipIf(analyse.status !== 0)('systemd finds nothing wrong with the unit, and it shuts the service in', () => {
  const { stderr, status } = spawnSync('systemd-analyze', ['verify', unit], { encoding: 'utf8' })
  expect([status, stderr]).toEqual([0, ''])
  const text = readFileSync(unit, 'utf8')
  for (const line of ['User=ambit', 'ProtectSystem=strict', 'NoNewPrivileges=yes', 'Restart=on-failure'])
    expect(text.split('\n')).toContain(line)
  // A start that migrates may take as long as it needs, and an end as long as the server gives itself.
  expect(text).toMatch(/^TimeoutStopSec=40$/m)
})
