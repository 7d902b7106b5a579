type SystemError = Error & { code?: string; syscall?: string; port?: number; address?: string };

/** The variables with a process's listen address. */
export interface ListenVariables {
  host: string;
  port: string;
}

/** Why a process cannot listen, in one sentence; null for any other error. */
export function explainListenError(error: unknown, variables: ListenVariables): string | null {
  const { code, syscall, port, address = '' } = error as SystemError;
  if (code === 'EADDRINUSE') return `Port ${port} is already in use. Set ${variables.port} to a free one.`;
  if (syscall === 'listen' && code === 'EACCES') {
    return `This user may not listen on port ${port}. Set ${variables.port} to one from 1024 on, with a proxy in front.`;
  }
  if (code === 'EADDRNOTAVAIL' || (syscall === 'getaddrinfo' && /^(ENOTFOUND|EAI_AGAIN)$/.test(code ?? ''))) {
    const { hostname = address } = error as { hostname?: string };
    return `${hostname} is not an address of this machine. Set ${variables.host} to one, such as 127.0.0.1, or to 0.0.0.0 for all.`;
  }
  return null;
}

const PATH_REASONS: Record<string, string> = {
  EACCES: 'no permission to write there',
  EPERM: 'no permission to write there',
  EROFS: 'the disk is read-only',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk quota is used up',
  ENOTDIR: 'part of the path is a file',
  EEXIST: 'there is a file with this name',
  ENAMETOOLONG: 'the path is too long',
  ENOENT: 'part of the path cannot be created',
};

/** Why a path cannot be created or written, as part of a sentence; null for any other error. */
export function pathReason(error: unknown): string | null {
  return PATH_REASONS[(error as SystemError).code ?? ''] ?? null;
}

/** Why a folder cannot be created or used, in one sentence; null for any other error. */
export function explainPathError(error: unknown, variable: string, path: string): string | null {
  const reason = pathReason(error);
  return reason
    ? `The folder ${path} cannot be used: ${reason}. Set ${variable} to another folder, or change it.`
    : null;
}
