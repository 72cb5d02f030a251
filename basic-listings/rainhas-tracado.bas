# girafa: name="rainhas-tr"
10 REM AS OITO RAINHAS, COM O TRACADO NA IMPRESSORA
20 REM O papel fala das linhas e variaveis do programa do livro: I n, I1 total, L lin, C col, K acima, J k, P() e PILHA p()
30 DIM p(10): LET v$="----------"
100 REM JOGO
110 PRINT "********************************    PROBLEMA DAS OITO RAINHAS   ********************************"
120 INPUT "- DIMENSAO DO TABULEIRO ? ";n
130 IF n>10 THEN PRINT AT 5,0;"NUMERO GRANDE DEMAIS!!": GO TO 120
140 PRINT AT 5,0;"- DIMENSAO DO TABULEIRO - ";n;"X";n''
150 LPRINT "I=";n
160 GO SUB 200
170 PRINT '"O PROBLEMA TEM ";total;" SOLUCOES"''
180 LPRINT ''"LINHA 250  SOLUCOES: I1=";total
190 INPUT "OUTRO JOGO ? (S/N) ";r$
195 IF r$="S" OR r$="s" THEN CLS : GO TO 110
197 GO TO 700
200 REM PROCURA linha a linha; se nenhuma coluna serve, volta 'a linha de cima
210 LET total=0: LET lin=1
220 LPRINT ''"LINHA 60   I1=";total;" L=";lin;
230 LET col=0: LPRINT ''"LINHA 70   C=";col;
240 LET col=col+1: LPRINT ''"LINHA 80    C=";col;"L=";lin;
250 GO SUB 400: IF NOT livre THEN GO TO 280
260 GO SUB 500: IF lin<>n+1 THEN GO TO 230
270 GO SUB 600: GO TO 300
275 REM OUTRA COLUNA? No primeiro tabuleiro 1x1 ainda nao ha' k: erro 2, como no programa do livro
280 LPRINT ''"LINHA 200   C=";col;"  J=";k;
290 IF col<>n THEN GO TO 240
300 LPRINT ''"LINHA 220   L=";lin
310 IF lin=1 THEN RETURN
320 LET lin=lin-1: LET col=p(lin)
330 LPRINT ''"LINHA 230   L=";lin;"  C=PILHA(L)=";col;
340 GO TO 280
400 REM LIVRE? compara com as rainhas das linhas acima
410 LET acima=lin-1: LET livre=1
420 LPRINT ''"LINHA 100   K=";acima;"L=";lin;
430 IF acima=0 THEN RETURN
440 LPRINT ''"LINHA 110";
450 FOR k=1 TO acima
460 IF p(k)=col OR ABS (p(k)-col)=lin-k THEN LET livre=0: RETURN
470 NEXT k: RETURN
500 REM POE a rainha
510 LPRINT ''"LINHA 140  L=";lin;
520 LET p(lin)=col: LET lin=lin+1
530 LPRINT "  P(L)=";col;"  L=";lin;: RETURN
600 REM SOLUCAO
610 LET total=total+1
620 LPRINT ''"LINHA 150   I1=";total;''"LINHA 160 * PREPARA IMPRESSAO *";
630 FOR l=1 TO n
640 LPRINT ''"P(L)=";p(l)
650 PRINT v$( TO p(l)-1);"X";v$( TO n-p(l))
660 NEXT l: PRINT
670 RETURN
700 REM FIM
