# Made by `cargo xtask release --fill` from packaging/nix/flake.nix.
{
  description = "Runs type-in BASIC listings on an emulated ZX Spectrum 48K";

  inputs.nixpkgs.url = "github:NixOS/nixpkgs/nixos-unstable";

  outputs =
    { self, nixpkgs }:
    let
      # The programs for Linux are static: they need no system libraries.
      archives = {
        aarch64-darwin = {
          archive = "girafa-@VERSION@-aarch64-apple-darwin.tar.gz";
          sha256 = "@SHA256_aarch64-apple-darwin@";
        };
        aarch64-linux = {
          archive = "girafa-@VERSION@-aarch64-unknown-linux-musl.tar.gz";
          sha256 = "@SHA256_aarch64-unknown-linux-musl@";
        };
        x86_64-darwin = {
          archive = "girafa-@VERSION@-x86_64-apple-darwin.tar.gz";
          sha256 = "@SHA256_x86_64-apple-darwin@";
        };
        x86_64-linux = {
          archive = "girafa-@VERSION@-x86_64-unknown-linux-musl.tar.gz";
          sha256 = "@SHA256_x86_64-unknown-linux-musl@";
        };
      };
      package =
        system: file:
        let
          pkgs = nixpkgs.legacyPackages.${system};
        in
        pkgs.stdenvNoCC.mkDerivation {
          pname = "girafa";
          version = "@VERSION@";
          src = pkgs.fetchurl {
            url = "@REPOSITORY@/releases/download/v@VERSION@/${file.archive}";
            inherit (file) sha256;
          };
          nativeBuildInputs = [ pkgs.installShellFiles ];
          dontConfigure = true;
          dontBuild = true;
          installPhase = ''
            runHook preInstall
            install -Dm755 girafa "$out/bin/girafa"
            installManPage man/*.1
            installShellCompletion --bash --name girafa completions/girafa.bash
            installShellCompletion --fish completions/girafa.fish
            installShellCompletion --zsh completions/_girafa
            runHook postInstall
          '';
          meta = {
            description = "Runs type-in BASIC listings on an emulated ZX Spectrum 48K";
            homepage = "@REPOSITORY@";
            license = with pkgs.lib.licenses; [
              mit
              asl20
            ];
            mainProgram = "girafa";
            platforms = [ system ];
          };
        };
    in
    {
      packages = builtins.mapAttrs (system: file: rec {
        girafa = package system file;
        default = girafa;
      }) archives;
    };
}
