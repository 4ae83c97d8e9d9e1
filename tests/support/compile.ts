import { execFileSync } from 'node:child_process';

/** Compiles once before the suite: the end-to-end tests run the program as users do. */
export default function compile(): void {
  execFileSync('npx', ['--no-install', 'tsc', '-p', 'tsconfig.build.json'], { stdio: 'inherit' });
}
