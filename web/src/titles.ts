// Titles of the included programs, in English and in Portuguese.

import { element } from "./dom.ts";
import { LANGUAGE } from "./translate.ts";

/** A title in both languages. */
export interface Title {
    en: string;
    pt: string;
}

/** The programs that the page shows first: games, then programs with a picture. */
export const FEATURED = ["galo", "nim", "moedas", "bimaru", "retrato"] as const;

export const TITLES: Record<string, Title> = {
    "arvore-anterior": { en: "Tree traversal, preorder", pt: "Percorrer uma árvore: pré-ordem" },
    "arvore-interior": { en: "Tree traversal, inorder", pt: "Percorrer uma árvore: ordem interior" },
    "arvore-posterior": { en: "Tree traversal, postorder", pt: "Percorrer uma árvore: pós-ordem" },
    bimaru: { en: "Bimaru: find the ships", pt: "Bimaru: onde estão os barcos?" },
    caixeiro: { en: "The travelling salesman", pt: "O caixeiro-viajante" },
    "caixeiro-hardcopy": { en: "The travelling salesman, on paper", pt: "O caixeiro-viajante, em papel" },
    caminhos: { en: "Paths in a graph", pt: "Caminhos num grafo" },
    cnp: { en: "Combinations, recursively", pt: "Combinações, por recorrência" },
    "cnp-fatorial": { en: "Combinations by factorials", pt: "Combinações, por fatoriais" },
    familia: { en: "A family: what follows from its records", pt: "A família: o que se conclui das fichas" },
    galo: { en: "Noughts and crosses", pt: "Jogo do galo" },
    "galo-minimax": { en: "Noughts and crosses: minimax and alpha-beta", pt: "Jogo do galo: minimax e alfa-beta" },
    girafa: { en: "Guess the animal: an expert system", pt: "Adivinhar o animal: sistema pericial" },
    "girafa-plantas": { en: "Guess the plant: an expert system", pt: "Adivinhar a planta: sistema pericial" },
    grafo: { en: "Search in a graph: breadth, depth, A*, backtracking", pt: "Procura num grafo: largura, profundidade, A*, retrocesso" },
    hanoi: { en: "Towers of Hanoi", pt: "Torres de Hanói" },
    "hanoi-tracado": { en: "Towers of Hanoi, step by step", pt: "Torres de Hanói, passo a passo" },
    jarros: { en: "Two jugs of water", pt: "Dois jarros de água" },
    lavrador: { en: "The farmer, the wolf, the goat and the cabbage", pt: "O lavrador, o lobo, a cabra e a couve" },
    missionarios: { en: "Missionaries and cannibals", pt: "Missionários e canibais" },
    moedas: { en: "Coins: who takes the last one loses", pt: "Jogo das moedas: quem tira a última perde" },
    "moedas-regra": { en: "Coins: the machine plays by a rule", pt: "Jogo das moedas: a máquina joga por uma regra" },
    "moedas-tabela": { en: "Coins: the machine plays by a table", pt: "Jogo das moedas: a máquina joga por uma tabela" },
    mosaico: { en: "Eight-puzzle: blind search and A*", pt: "O mosaico de oito algarismos: procura cega e A*" },
    nim: { en: "Nim: who takes the last match loses", pt: "Nim: quem tira o último fósforo perde" },
    pilhas: { en: "Splitting piles", pt: "Dividir pilhas" },
    "puzzle8-distancia": { en: "Eight-puzzle, by distance", pt: "Quebra-cabeças de 8, por distância" },
    "puzzle8-fora-do-sitio": { en: "Eight-puzzle, by misplaced tiles", pt: "Quebra-cabeças de 8, por peças fora do sítio" },
    "puzzle8-hardcopy": { en: "Eight-puzzle, on paper", pt: "Quebra-cabeças de 8, em papel" },
    "puzzle8-largura": { en: "Eight-puzzle, breadth first", pt: "Quebra-cabeças de 8, em largura" },
    "puzzle8-profundidade": { en: "Eight-puzzle, depth first", pt: "Quebra-cabeças de 8, em profundidade" },
    quarto: { en: "Quarto: four in a row", pt: "Quarto: quatro em linha" },
    rainhas: { en: "Eight queens", pt: "Oito rainhas" },
    "rainhas-grafica": { en: "Eight queens, drawn", pt: "Oito rainhas, desenhadas" },
    "rainhas-tracado": { en: "Eight queens, step by step", pt: "Oito rainhas, passo a passo" },
    retrato: { en: "A portrait", pt: "Um retrato" },
};

/** A program's titles as elements, that in the language of the page first. */
export function titleElements(id: string): HTMLElement[] {
    const { en, pt } = TITLES[id] ?? { en: id, pt: id };
    const order = LANGUAGE === "pt" ? ["pt", "en"] as const : ["en", "pt"] as const;
    const titles = order.map((lang, index) => element("span", { class: index === 0 ? "title" : "title faint", lang }, { en, pt }[lang]));
    return en === pt ? titles.slice(0, 1) : titles;
}
