import { mkdtempSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * System calls that no tool needs to read, decode or write a film, and through which programs have left their sandbox:
 * number on x64, number on arm64 (from asm/unistd_64.h and asm-generic/unistd.h), null if it does not exist there. The
 * list follows the one of Flatpak.
 */
const REFUSED = {
  ptrace: [101, 117],
  syslog: [103, 116],
  uselib: [134, null],
  personality: [135, 92],
  pivot_root: [155, 41],
  chroot: [161, 51],
  acct: [163, 89],
  mount: [165, 40],
  umount2: [166, 39],
  swapon: [167, 224],
  swapoff: [168, 225],
  reboot: [169, 142],
  init_module: [175, 105],
  delete_module: [176, 106],
  quotactl: [179, 60],
  kexec_load: [246, 104],
  add_key: [248, 217],
  request_key: [249, 218],
  keyctl: [250, 219],
  unshare: [272, 97],
  perf_event_open: [298, 241],
  name_to_handle_at: [303, 264],
  open_by_handle_at: [304, 265],
  setns: [308, 268],
  process_vm_readv: [310, 270],
  process_vm_writev: [311, 271],
  kcmp: [312, 272],
  finit_module: [313, 273],
  kexec_file_load: [320, 294],
  bpf: [321, 280],
  userfaultfd: [323, 282],
  io_uring_setup: [425, 425],
  io_uring_enter: [426, 426],
  io_uring_register: [427, 427],
  open_tree: [428, 428],
  move_mount: [429, 429],
  fsopen: [430, 430],
  fsconfig: [431, 431],
  fsmount: [432, 432],
  fspick: [433, 433],
  pidfd_getfd: [438, 438],
  mount_setattr: [442, 442],
} as const;

/** AUDIT_ARCH_* of linux/audit.h, and the number of `clone`. */
const MACHINES = {
  x64: { column: 0, architecture: 0xc000003e, clone: 56 },
  arm64: { column: 1, architecture: 0xc00000b7, clone: 220 },
} as const;

/** The first number of the x32 calls, which are refused. */
const X32_CALLS = 0x40000000;

/** From linux/bpf_common.h and linux/seccomp.h. */
const LOAD = 0x20;
const JUMP_IF_EQUAL = 0x15;
const JUMP_IF_AT_LEAST = 0x35;
const JUMP_IF_ANY_BIT = 0x45;
const RETURN = 0x06;
const ALLOW = 0x7fff0000;
const KILL = 0x80000000;
const FAIL = 0x00050000;
const EPERM = 1;
const ENOSYS = 38;

/** `clone3` has its flags in memory, which a filter cannot read. Without it libraries use `clone`. */
const CLONE3 = 435;
const CLONE_NEWUSER = 0x10000000;

/** Offsets in struct seccomp_data. */
const NUMBER = 0;
const ARCHITECTURE = 4;
const FIRST_ARGUMENT = 16;

/** A filter for seccomp(2): a program for classic BPF. null for machines other than x64 and arm64. */
export function systemCallFilter(arch: string = process.arch): Buffer | null {
  if (arch !== 'x64' && arch !== 'arm64') return null;
  const { column, architecture, clone } = MACHINES[arch];
  const program: [code: number, value: number, ifTrue?: number, ifFalse?: number][] = [
    [LOAD, ARCHITECTURE],
    [JUMP_IF_EQUAL, architecture, 1, 0],
    [RETURN, KILL],
    [LOAD, NUMBER],
    [JUMP_IF_AT_LEAST, X32_CALLS, 0, 1],
    [RETURN, FAIL | EPERM],
    [JUMP_IF_EQUAL, CLONE3, 0, 1],
    [RETURN, FAIL | ENOSYS],
  ];
  for (const numbers of Object.values(REFUSED)) {
    const number = numbers[column];
    if (number !== null) program.push([JUMP_IF_EQUAL, number, 0, 1], [RETURN, FAIL | EPERM]);
  }
  program.push(
    [JUMP_IF_EQUAL, clone, 0, 3],
    [LOAD, FIRST_ARGUMENT],
    [JUMP_IF_ANY_BIT, CLONE_NEWUSER, 0, 1],
    [RETURN, FAIL | EPERM],
    [RETURN, ALLOW],
  );
  const bytes = Buffer.alloc(program.length * 8);
  program.forEach(([code, value, ifTrue = 0, ifFalse = 0], index) => {
    bytes.writeUInt16LE(code, index * 8);
    bytes.writeUInt8(ifTrue, index * 8 + 2);
    bytes.writeUInt8(ifFalse, index * 8 + 3);
    bytes.writeUInt32LE(value, index * 8 + 4);
  });
  return bytes;
}

let file: string | null = null;

/**
 * Path of a file with the filter, for the life of this process; null if there is none for this machine. The file has no
 * name, so that nothing that tidies the temporary folder can delete it.
 */
export function systemCallFilterFile(): string | null {
  file ??= openFilter();
  return file;
}

function openFilter(): string | null {
  const filter = systemCallFilter();
  if (!filter) return null;
  const folder = mkdtempSync(join(tmpdir(), 'kinreel-filter-'));
  try {
    writeFileSync(join(folder, 'filter'), filter, { mode: 0o600 });
    return `/proc/${process.pid}/fd/${openSync(join(folder, 'filter'), 'r')}`;
  } finally {
    rmSync(folder, { recursive: true });
  }
}
