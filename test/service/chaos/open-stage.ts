import { execFileSync } from 'node:child_process'
import { chmodSync, mkdtempSync, readdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { findFreePort } from '../../support/find-free-port.ts'
import { engine } from '../../support/start-service.ts'

const diskSize = engine === 'sqlite' ? '64m' : '400m'

/**
 * A small disk that can be filled: a tmpfs, which takes root. With a PostgreSQL of its own on it, or
 * the place for a data folder.
 */
export const openStage = async () => {
  const disk = mkdtempSync(join(tmpdir(), 'plugboard-chaos-'))
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${diskSize}`, 'chaos', disk])
  onTestFinished(() => {
    execFileSync('umount', ['--lazy', disk])
    rmSync(disk, { recursive: true, force: true })
  })
  chmodSync(disk, 0o755)
  const filler = join(disk, 'filler')
  const shared = {
    disk,
    /** Leaves no room. */
    fill: () => {
      const { bavail, bsize } = statfsSync(disk)
      writeUntilFull(filler, bavail * bsize)
    },
    free: () => rmSync(filler, { force: true }),
  }
  return { ...shared, cluster: engine === 'postgres' ? await startCluster(disk) : undefined }
}

/** Others may write meanwhile: then less fits, which is as full. */
const writeUntilFull = (path: string, bytes: number): void => {
  try {
    writeFileSync(path, Buffer.alloc(bytes))
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error
  }
}

const startCluster = async (disk: string) => {
  const versions = readdirSync('/usr/lib/postgresql').toSorted((one, other) => +one - +other)
  const binaries = `/usr/lib/postgresql/${versions.at(-1)}/bin`
  const port = await findFreePort()
  const data = join(disk, 'cluster')
  const run = (program: string, ...args: string[]) =>
    execFileSync('runuser', ['-u', 'postgres', '--', join(binaries, program), ...args], {
      cwd: disk,
      stdio: 'pipe',
    })
  execFileSync('chown', ['postgres', disk])
  run('initdb', '--auth=trust', '--username=postgres', '--no-sync', `--pgdata=${data}`)
  const options = `-c port=${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories=${disk} -c max_wal_size=64MB -c min_wal_size=32MB`
  const control = (...args: string[]) =>
    run('pg_ctl', `--pgdata=${data}`, '--wait', `--log=${join(disk, 'log')}`, ...args)
  const start = () => control(`--options=${options}`, 'start')
  start()
  onTestFinished(() => void control('-m', 'immediate', 'stop'))
  return {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    crash: () => void control('-m', 'immediate', 'stop'),
    /** As its supervisor does, if it is not running: it ends when its disk is full while it recovers. */
    ensure: () => {
      try {
        control('status')
      } catch {
        start()
      }
    },
  }
}
