# girafa: name="pilhas"
10 REM DIVIDIR PILHAS em duas desiguais; perde quem ja' nao pode
20 REM t$(k) estado de k pilhas, por ordem decrescente; h(k), a(k) pilha e parte que se experimentam; w(k) 1 se ganha quem joga
30 DIM t$(10,9): DIM h(10): DIM a(10): DIM w(10): DIM e$(30,9): DIM n(30): DIM q(30)
40 PRINT "DIVIDIR PILHAS"''"CADA UM DIVIDE UMA PILHA EM DUAS"'"DESIGUAIS. PERDE QUEM NAO PUDER."'
50 INPUT "QUANTOS PAUS (3 A 9) ";m: IF m<3 OR m>9 OR m<>INT m THEN GO TO 50
60 LET nos=0: LET total=0: LET k=1: LET t$(1)=STR$ m: PRINT #1;AT 1,0;"ESTOU A VER TUDO..."
70 GO SUB 100: GO SUB 400: GO SUB 500: STOP
100 REM VE TUDO o que vem depois de t$(k)
110 LET nos=nos+1: LET w(k)=0: GO SUB 200
120 GO SUB 220: IF NOT ha THEN GO TO 140
130 LET k=k+1: GO SUB 100: LET k=k-1: IF w(k+1)=0 THEN LET w(k)=1
135 GO TO 120
140 GO SUB 300: IF j<=total THEN RETURN
150 LET total=j: LET e$(j)=t$(k): LET n(j)=k: LET q(j)=w(k): RETURN
200 REM PRIMEIRO SUCESSOR
210 LET h(k)=1: LET a(k)=VAL t$(k,1): RETURN
220 REM SUCESSOR t$(k+1); ha=0 quando acabam
230 LET a(k)=a(k)-1: IF 2*a(k)>VAL t$(k,h(k)) THEN GO TO 260
240 LET h(k)=h(k)+1: IF h(k)>k THEN LET ha=0: RETURN
245 IF t$(k,h(k))=t$(k,h(k)-1) THEN GO TO 240
250 LET a(k)=VAL t$(k,h(k)): GO TO 230
260 REM DIVIDE a pilha h(k) em a(k) e o resto
270 LET u$=t$(k, TO h(k)-1)+t$(k,h(k)+1 TO k)
280 LET x=a(k): GO SUB 290: LET x=VAL t$(k,h(k))-a(k): GO SUB 290: LET t$(k+1)=u$: LET ha=1: RETURN
290 LET j=1
292 IF j<=LEN u$ THEN IF VAL u$(j)>x THEN LET j=j+1: GO TO 292
294 LET u$=u$( TO j-1)+STR$ x+u$(j TO ): RETURN
300 REM PROCURA t$(k) em e$(): j, ou total+1
310 LET j=1
320 IF j<=total THEN IF e$(j)<>t$(k) THEN LET j=j+1: GO TO 320
330 RETURN
400 REM O ESPACO nivel a nivel, com o valor para MAX; MIN comeca
410 FOR k=1 TO m: LET c=0
420 FOR j=1 TO total: IF n(j)<>k THEN GO TO 460
430 IF c=0 THEN PRINT "MIN " AND k<>2*INT (k/2);"MAX " AND k=2*INT (k/2);
435 LET c=c+1: LET x=INT (28/(k+3)): IF c>1 AND c-1=x*INT ((c-1)/x) THEN PRINT '"    ";
440 LET v=q(j): IF k<>2*INT (k/2) THEN LET v=1-v
450 PRINT e$(j, TO k);"=";v;" ";
460 NEXT j: IF c THEN PRINT
470 NEXT k
480 PRINT '"A ARVORE: ";nos;" NOS,"'total;" ESTADOS DIFERENTES"
490 LET x=q(total): PRINT "QUEM COMECA ";"PERDE" AND x=0;"PODE GANHAR" AND x;".": RETURN
500 REM JOGO
510 INPUT "QUEM JOGA? 0 NINGUEM, 1 COMECA  VOCE, 2 COMECO EU ";z: IF z<>0 AND z<>1 AND z<>2 THEN GO TO 510
520 LET k=1: IF z=0 THEN RETURN
530 POKE 23692,0: PRINT "PILHAS:";: FOR j=1 TO k: PRINT " ";t$(k,j);: NEXT j: PRINT
540 IF t$(k,1)<"3" THEN GO TO 590
550 IF z=1 THEN GO SUB 600
560 IF z=2 THEN GO SUB 700
570 LET k=k+1: LET z=3-z: GO TO 530
590 IF z=1 THEN PRINT "NAO PODE JOGAR: GANHEI EU.": RETURN
595 PRINT "NAO POSSO JOGAR: GANHOU VOCE.": RETURN
600 REM A PESSOA divide a pilha x em y e o resto
610 INPUT "PILHA DE ";x,"UMA PARTE DE ";y
620 LET h(k)=1
630 IF VAL t$(k,h(k))<>x THEN LET h(k)=h(k)+1: IF h(k)<=k THEN GO TO 630
640 IF h(k)>k OR y<1 OR y>=x OR y<>INT y OR 2*y=x THEN PRINT "NAO PODE SER.": GO TO 610
650 PRINT "VOCE:   ";x;" EM ";y;" E ";x-y: LET a(k)=y: GO SUB 260: RETURN
700 REM A MAQUINA deixa um estado em que perde quem joga, se ha'; se nao, o primeiro
710 GO SUB 200: GO SUB 220: LET b$=t$(k+1): LET f=h(k): LET g=a(k)
720 LET k=k+1: GO SUB 300: LET k=k-1: IF q(j)=0 THEN GO TO 750
730 GO SUB 220: IF ha THEN GO TO 720
740 LET h(k)=f: LET a(k)=g: LET t$(k+1)=b$
750 LET x=VAL t$(k,h(k)): PRINT "EU:     ";x;" EM ";a(k);" E ";x-a(k): RETURN
